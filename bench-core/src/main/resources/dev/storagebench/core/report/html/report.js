/* The page of any run. The model is written by ReportModel. */
(() => {
  const run = JSON.parse(document.getElementById('data').textContent);
  const { element, section, table } = parts;
  const legend = charts.legend(run.candidates);
  const unique = values => [...new Set(values)];
  const interval = row => (row.low === null ? '–' : `${format.ratio(row.low)} – ${format.ratio(row.high)}`);
  const cellName = cell => `${cell.workload}, ${format.threads(cell.threads)}${(cell.parameters.memory || 'none') === 'none' ? '' : ', memory ' + cell.parameters.memory}`;

  /* 1. Which engine for what */

  /** Ratios to the best, the best above. */
  function ratioOption(all, description) {
    const rows = all.filter(row => charts.shown(row.candidate)).reverse().map(row => ({ ...row, at: row.ratio }));
    const ends = rows.flatMap(row => [row.ratio, row.low, row.high]).filter(value => value > 0);
    // A very wide interval must not squeeze all others.
    // Response times of an engine that did not keep up may be a million times the best: such points stand at the edge.
    const least = Math.max(Math.min(1, ...ends), Math.min(1, ...rows.map(row => row.ratio)) / 10, 1e-4);
    const most = Math.min(Math.max(1, ...ends), 10);
    return charts.points(rows, description, {
      name: 'speed as a multiple of the best', show: format.ratio, mark: 1,
      min: 10 ** (Math.floor(Math.log10(least) * 4 - 0.05) / 4),
      max: 10 ** (Math.ceil(Math.log10(most) * 4 + 0.05) / 4),
      tooltip: row => charts.lines(row.candidate, `${format.ratio(row.ratio)} of the best: ${row.verdict}`,
        row.low === null ? 'no interval' : `95 % interval ${interval(row)}`, `${row.rounds} rounds`),
    });
  }

  const ratioColumns = unit => [
    { name: 'candidate', of: row => row.candidate, kind: 'row' },
    { name: unit && unit !== 'us' ? unit : 'score', of: row => row.figure, kind: 'number' },
    { name: '× best', of: row => row.ratio, show: format.ratio, kind: 'number' },
    { name: '95 % interval', of: interval, kind: 'number' },
    { name: 'rounds', of: row => row.rounds, kind: 'number' },
    { name: 'verdict', of: row => row.verdict },
  ];

  function ratioChart(grid, title, unit, rows) {
    const description = `${title}: speed relative to the best. ` + rows.map(row => `${row.candidate} ${format.ratio(row.ratio)}, ${row.verdict}`).join('; ');
    const one = charts.add(grid, { title, description, option: () => ratioOption(rows, description), table: [ratioColumns(unit), rows] });
    one.place.style.height = charts.tall(rows);
  }

  function answers() {
    const place = section('answers', 'Which engine for which workload');
    if (run.answers.length === 0) {
      place.append(element('p', {}, 'No two candidates were measured on the same workload.'));
      return;
    }
    place.append(parts.stacked(table('The fastest candidate of each workload; others relative to it', [
      { name: 'workload', of: each => each.measure, kind: 'row' },
      { name: 'fastest', of: each => each.best, show: name => element('strong', {}, name), kind: 'word' },
      { name: 'speed', of: each => each.figure, kind: 'number' },
      { name: 'no difference shown', of: each => each.level || '–', kind: 'text' },
      { name: 'slower', of: each => each.slower || '–', kind: 'text' },
      ...(run.answers.some(each => each.unjudged) ? [{ name: 'no verdict', of: each => each.unjudged || '–', kind: 'text' }] : []),
    ], run.answers)));
    place.append(element('p', { class: 'soft' },
      'Speed relative to the best, with simultaneous 95 % intervals (corrected for multiple comparisons). An interval that contains 1 shows no difference; one without an end cap continues beyond the chart. Times are compared by their inverse; axes are logarithmic.'));
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    run.tables.filter(each => each.rows.some(row => row.low !== null && row.verdict !== 'best'))
      .forEach(each => ratioChart(grid, each.measure, each.unit, each.rows));
    if (run.overall.length > 0) {
      place.append(element('p', { class: 'soft' }, 'The geometric mean weighs all workloads equally; your application probably does not.'));
      const last = element('div', { class: 'charts' });
      place.append(last);
      ratioChart(last, 'Geometric mean over all throughputs', '', run.overall);
    }
  }

  /* 2. Size, cost of an operation */

  function sizes() {
    if (run.sizes.length === 0) {
      return;
    }
    const place = section('size', 'Size on disk and amplification',
      'Space amplification: size of the loaded, settled store per raw byte. Write amplification: bytes written to disk during random writes per byte put; deferred compaction is not included. Read amplification: bytes read from disk per byte requested; below 1 where most reads hit memory.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    charts.bars(grid, 'Space amplification: bytes on disk ÷ raw bytes', run.sizes, row => row.bytesOnDisk / row.rawBytes, format.ratio, [
      { name: 'candidate', of: row => row.candidate, kind: 'row' },
      { name: 'raw', of: row => row.rawBytes, show: format.size, kind: 'number' },
      { name: 'on disk', of: row => row.bytesOnDisk, show: format.size, kind: 'number' },
      { name: 'space amplification', of: row => row.bytesOnDisk / row.rawBytes, show: format.ratio, kind: 'number' },
      { name: 'write amplification', of: row => row.writeAmplification, show: format.ratio, kind: 'number' },
      { name: 'read amplification', of: row => row.readAmplification, show: format.amount, kind: 'number' },
      { name: 'loaded in', of: row => row.loadSeconds && row.loadSeconds * 1e6, show: format.micros, kind: 'number' },
    ]);
    charts.spots(grid, 'Write amplification: bytes to disk ÷ bytes put', run.sizes, row => row.writeAmplification, format.ratio);
    if (run.sizes.some(row => row.readAmplification > 0.01)) {
      charts.spots(grid, 'Read amplification: bytes from disk ÷ bytes requested', run.sizes, row => row.readAmplification, format.ratio);
    }
  }

  const mean = values => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);

  function costs() {
    // A load is one operation for JMH, however many records it puts.
    const measured = run.cells.filter(cell => cell.status === 'MEASURED' && !cell.singleShot);
    const rows = unique(measured.map(cell => cellName(cell) + '\n' + cell.candidate)).map(key => {
      const cells = measured.filter(cell => cellName(cell) + '\n' + cell.candidate === key);
      const of = name => mean(cells.map(cell => cell.perOperation[name]).filter(value => value !== undefined));
      return { name: cellName(cells[0]), candidate: cells[0].candidate, cpu: of('cpu'), read: of('diskRead'), written: of('diskWritten'),
        faults: of('majorFaults'), refaults: of('refaults') };
    }).filter(row => row.cpu !== null);
    if (rows.length === 0) {
      return;
    }
    const place = section('cost', 'Cost of an operation', 'CPU time (engine and harness) and disk traffic per operation, mean over rounds. Axes are logarithmic.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    unique(rows.map(row => row.name)).filter(name => measured.some(cell => cellName(cell) === name && cell.unit !== 'us')).forEach(name =>
      charts.spots(grid, 'CPU of ' + name, rows.filter(row => row.name === name), row => row.cpu, format.micros));
    place.append(table('Per operation', [
      { name: 'workload', of: row => row.name, kind: 'row' },
      { name: 'candidate', of: row => row.candidate },
      { name: 'CPU', of: row => row.cpu, show: format.micros, kind: 'number' },
      { name: 'disk read', of: row => row.read, show: format.size, kind: 'number' },
      { name: 'disk written', of: row => row.written, show: format.size, kind: 'number' },
      { name: 'major faults', of: row => row.faults, show: format.amount, kind: 'number' },
      { name: 'refaults', of: row => row.refaults, show: format.amount, kind: 'number' },
    ], rows));
  }

  /* 3. Iterations over time */

  const showOf = cell => (cell.unit === 'us' ? format.micros : format.rate);

  /** Windows of the warm-up in the unit of the iterations. */
  const warmUpOf = cell => (cell.unit === 'us' ? cell.warmUp.map(rate => (rate > 0 ? cell.threads * 1e6 / rate : null)) : cell.warmUp);

  /** A chart of a figure of each iteration, all rounds behind each other. */
  function course(grid, title, cells, valuesOf, show, logBase, warmUp = () => []) {
    const longest = Math.max(1, ...cells.map(cell => warmUp(cell).length + valuesOf(cell).length));
    const range = charts.decades(cells.flatMap(cell => [...valuesOf(cell), ...warmUp(cell)]), logBase);
    const description = `${title}, each iteration by round: ` + unique(cells.map(cell => cell.candidate)).join(', ');
    const points = (cell, values, from) => values.map((value, i) => [cell.round + 1 + (from + i + 0.5) / longest, value > 0 ? Math.max(value, range.min) : null]);
    charts.add(grid, {
      title, level: 'h3', description,
      option: () => ({
        ...charts.base(description, { top: 14, bottom: 28 }, at => charts.lines(at.seriesName, show(at.data[1]))),
        xAxis: charts.below('value', 'round', null, { min: 1, max: Math.max(...cells.map(cell => cell.round)) + 2, minInterval: 1, splitLine: { show: true, lineStyle: { color: charts.css('--line') } } }),
        yAxis: charts.axis('log', '', show, range),
        series: cells.filter(cell => charts.shown(cell.candidate)).flatMap(cell => [
          { ...charts.line(cell.candidate), name: `${cell.candidate}, round ${cell.round + 1}, warm-up`, symbolSize: 3, lineStyle: { width: 1, type: 'dashed' }, itemStyle: { opacity: 0.6 }, data: points(cell, warmUp(cell), 0) },
          { ...charts.line(cell.candidate), name: `${cell.candidate}, round ${cell.round + 1}`, symbolSize: 5, data: points(cell, valuesOf(cell), warmUp(cell).length) },
        ]),
      }),
      table: [[
        { name: 'candidate', of: cell => cell.candidate, kind: 'row' },
        { name: 'round', of: cell => cell.round + 1, kind: 'number' },
        { name: 'steady', of: cell => (cell.steady === null ? '–' : cell.steady ? 'yes' : 'no') },
        { name: 'warm-up, each second', of: cell => warmUp(cell).map(show).join(', ') || '–', kind: 'text' },
        { name: 'iterations', of: cell => valuesOf(cell).map(show).join(', '), kind: 'text' },
      ], cells],
    });
  }

  function overTime() {
    const place = section('time', 'Iterations over time', 'Warm-up in one-second windows (dashed), then each iteration, round by round. Differences between rounds are machine noise. A trend within a round means that the warm-up was too short or that work was deferred: where throughput dips while disk writes per operation rise, compaction, flushes or checkpoints were running.');
    const grid = element('div', { class: 'charts small' });
    place.append(grid);
    unique(run.cells.filter(cell => cell.iterations.length > 0).map(cellName)).forEach(name => {
      const cells = run.cells.filter(cell => cellName(cell) === name && cell.iterations.length > 0);
      course(grid, name, cells, cell => cell.iterations, cells[0].singleShot ? seconds => format.micros(seconds * 1e6) : showOf(cells[0]), 10, warmUpOf);
      const writing = cells.filter(cell => cell.written.some(bytes => bytes >= 1) && !cell.singleShot && !/^(PointRead|Scan)$/.test(cell.benchmark));
      if (writing.length > 0) {
        course(grid, name + ': disk writes per operation', writing, cell => cell.written.map(bytes => (bytes >= 1 ? bytes : 0)), format.size, 32);
      }
    });
  }

  /* 4. Proof of the limits */

  function proof() {
    const limited = run.cells.filter(cell => cell.memory);
    if (limited.length === 0) {
      return;
    }
    const place = section('proof', 'Proof of memory limits',
      'The limit covers engine and page cache; the harness gets its own memory on top. A limit that was reached, refaults and disk reads show that memory was the bottleneck. Page cache and anonymous memory are as of the end.');
    const bytes = (name, of) => ({ name, of: cell => of(cell.memory), show: format.size, kind: 'number' });
    const each = (name, of, show) => ({ name, of: cell => of(cell.perOperation), show, kind: 'number' });
    place.append(parts.filtered(table('Every round with a memory limit; faults, refaults and disk reads per operation', [
      { name: 'candidate', of: cell => cell.candidate, kind: 'row' },
      { name: 'workload', of: cellName, kind: 'word' },
      { name: 'round', of: cell => cell.round + 1, kind: 'number' },
      { name: 'limit + harness', of: cell => `${format.size(cell.memory.engineBytes)} + ${format.size(cell.memory.harnessBytes)}`, kind: 'number' },
      { name: 'peak (÷ both)', of: cell => `${format.size(cell.memory.peakBytes)} (${format.share(cell.memory.peakBytes / cell.memory.limitBytes)})`, kind: 'number' },
      bytes('page cache', memory => memory.atEnd.pageCacheBytes),
      bytes('anonymous', memory => memory.atEnd.anonymousBytes),
      each('major faults', amounts => amounts.majorFaults, format.amount),
      each('refaults', amounts => amounts.refaults, format.amount),
      each('disk read', amounts => amounts.diskRead, format.size),
    ], limited)));
  }

  /* 5. Every cell */

  /** Links to files beside the page; a name may hold anything but a slash. */
  const links = files => element('span', {}, ...files.flatMap((file, i) => [i > 0 ? ', ' : '',
    element('a', { href: file.split('/').map(encodeURIComponent).join('/') }, file.split('/').pop())]));

  function cells() {
    const place = section('cells', 'Every cell', 'Every round of every cell, failed and unsupported ones first, with the parameters in which cells differ. A cell’s score is the geometric mean of its rounds, each the mean of its fork; percentiles are those of all rounds merged. All outputs show this score; only results.json has JMH’s own mean. Type to filter, click a heading to sort.');
    const names = unique(run.cells.flatMap(cell => Object.keys(cell.parameters))).filter(name => name !== 'engine');
    const values = name => unique(run.cells.map(cell => cell.parameters[name]));
    const common = names.filter(name => values(name).length === 1);
    place.append(element('p', { class: 'soft wide' }, 'All cells: ' + common.map(name => `${name}=${values(name)[0]}`).join(', ') + '.'));
    const order = { FAILED: 0, UNSUPPORTED: 1, MEASURED: 2 };
    const rows = [...run.cells].sort((a, b) => order[a.status] - order[b.status]);
    // A column that no cell has anything for is left out.
    const some = (has, ...columns) => (rows.some(has) ? columns : []);
    place.append(parts.filtered(table('All cells', [
      { name: 'candidate', of: cell => cell.candidate, kind: 'row' },
      { name: 'workload', of: cellName, kind: 'word' },
      { name: 'round', of: cell => cell.round + 1, kind: 'number' },
      { name: 'status', of: cell => cell.status },
      { name: 'score', of: cell => (cell.score === null ? null : [cell.score, cell]), show: of => (of === null ? '–' : showOf(of[1])(of[0])), kind: 'number' },
      { name: 'unit', of: cell => (cell.unit === 'us' ? 'p50' : cell.unit) },
      ...some(cell => cell.steady !== null, { name: 'steady', of: cell => (cell.steady === null ? '–' : cell.steady ? 'yes' : 'no') }),
      { name: 'took', of: cell => cell.seconds * 1e6, show: format.micros, kind: 'number' },
      { name: 'parameters', of: cell => Object.entries(cell.parameters).filter(([name]) => !['engine', 'memory'].includes(name) && !common.includes(name)).map(([name, value]) => `${name}=${value}`).join(' '), kind: 'text' },
      ...some(cell => cell.profiles.length > 0, { name: 'profiles', of: cell => cell.profiles, show: links, kind: 'word' }),
      ...some(cell => cell.message, { name: 'message', of: cell => cell.message || '', kind: 'text' }),
    ], rows)));
  }

  /* 6. Warnings, settings, environment */

  function warnings() {
    const place = section('warnings', 'Warnings');
    const reasons = new Map();
    run.cells.filter(cell => cell.status !== 'MEASURED').forEach(cell => {
      const reason = `${cell.status === 'FAILED' ? 'FAILED' : 'unsupported'}: ${cell.message}`;
      reasons.set(reason, [...(reasons.get(reason) || []), `${cell.candidate}, ${cellName(cell)}`]);
    });
    const list = element('ul', { class: 'warnings' }, ...[...[...reasons].map(([reason, names]) => `${reason} (${unique(names).join('; ')})`), ...run.warnings].map(text => element('li', {}, text)));
    place.append(list.children.length > 0 ? list : element('p', {}, 'None.'));
    run.notes.forEach(note => place.append(element('p', { class: 'wide' }, note)));
    const leftOut = Object.entries(run.leftOut);
    if (leftOut.length > 0) {
      place.append(element('h3', {}, 'Not in this run'), element('ul', { class: 'warnings' }, ...leftOut.map(([name, reason]) => element('li', {}, `${name}: ${reason}`))));
    }
  }

  function settings() {
    const place = section('settings', 'Settings', 'How each candidate mapped the requested settings: honoured, replaced by something at least as strong, weakened, or ignored where the engine has no such feature; own: the adapter departs from the engine’s default; candidate: an option of the candidate itself.');
    place.append(parts.filtered(table('Settings by candidate', [
      { name: 'candidate', of: each => each.candidate, kind: 'row' },
      { name: 'setting', of: each => each.name, kind: 'word' },
      { name: 'value', of: each => each.value, kind: 'word' },
      { name: 'role', of: each => each.role },
      ...(run.settings.some(each => each.memory.length > 0) ? [{ name: 'memory', of: each => each.memory.join(', ') || 'all', kind: 'word' }] : []),
      { name: 'why', of: each => each.reason, kind: 'text' },
    ], run.settings)));
  }

  function environment() {
    const place = section('environment', 'Environment and command line');
    place.append(table('Machine and versions', [{ name: 'what', of: ([name]) => name, kind: 'row' }, { name: 'value', of: ([, value]) => value, kind: 'text' }], Object.entries(run.environment)));
    place.append(element('h3', {}, 'The command'), element('pre', {}, run.commands[0]), element('h3', {}, 'Common start of the forks’ command lines'), element('pre', {}, run.commands[1]));
  }

  const header = document.getElementById('header');
  header.append(element('h1', {}, run.title), element('p', { class: 'soft subtitle' }, run.subtitle));
  [run.about, run.source && 'Source: ' + run.source].filter(Boolean).forEach(text => header.append(element('p', { class: 'subtitle' }, text)));
  const count = status => run.cells.filter(cell => cell.status === status).length;
  const tally = element('p', { class: 'tally' }, element('span', {}, `${count('MEASURED')} forks measured`));
  if (count('FAILED') > 0) {
    tally.append(element('span', { class: 'bad' }, `${count('FAILED')} failed`));
  }
  if (count('UNSUPPORTED') > 0) {
    tally.append(element('span', { class: 'doubt' }, `${count('UNSUPPORTED')} unsupported`));
  }
  if (run.warnings.length > 0) {
    tally.append(element('a', { href: '#warnings', class: 'doubt' }, run.warnings.length + (run.warnings.length === 1 ? ' warning' : ' warnings')));
  }
  header.append(tally);
  document.getElementById('main').append(legend);
  if (run.cells.length === 0) {
    document.getElementById('main').append(element('p', {}, 'Nothing was measured.'));
  }
  run.suite.forEach((view, i) => views.add(`view-${i + 1}`, view));
  answers();
  run.views.forEach((view, i) => views.add(`general-${i + 1}`, view));
  [sizes, costs, overTime, proof, cells, warnings, settings, environment].forEach(make => make());
  header.append(parts.navigation());
  charts.start();
})();
