/* The report of any run. The model is written by ReportModel. */
(() => {
  const run = JSON.parse(document.getElementById('data').textContent);
  const { element, section, table } = parts;
  const legend = charts.legend(run.engines);
  const unique = values => [...new Set(values)];
  const interval = row => (row.low === null ? '–' : `${format.ratio(row.low)} – ${format.ratio(row.high)}`);
  const figure = unit => (unit === 'µs' ? format.micros : format.rate);
  const cellName = cell => `${cell.workload}, ${format.threads(cell.threads)}${cell.memoryName === 'none' ? '' : ', memory ' + cell.memoryName}`;

  /* 1. Which engine for what */

  /** Ratios to the best, the best above. */
  function ratioOption(all, description) {
    const rows = all.filter(row => charts.shown(row.engine)).reverse().map(row => ({ ...row, at: row.ratio }));
    const ends = rows.flatMap(row => [row.ratio, row.low, row.high]).filter(value => value > 0);
    // An interval that knows nothing must not press all others into a corner.
    // Response times of an engine that did not keep up may be a million times the best: such points stand at the edge.
    const least = Math.max(Math.min(1, ...ends), Math.min(1, ...rows.map(row => row.ratio)) / 10, 1e-4);
    const most = Math.min(Math.max(1, ...ends), 10);
    return charts.points(rows, description, {
      name: 'speed as a multiple of the best', show: format.ratio, mark: 1,
      min: 10 ** (Math.floor(Math.log10(least) * 4 - 0.05) / 4),
      max: 10 ** (Math.ceil(Math.log10(most) * 4 + 0.05) / 4),
      tooltip: row => charts.lines(row.engine, `${format.ratio(row.ratio)} of the best: ${row.verdict}`,
        row.low === null ? 'no interval' : `95 % interval ${interval(row)}`, `${row.rounds} rounds`),
    });
  }

  const ratioColumns = unit => [
    { name: 'engine', of: row => row.engine, kind: 'row' },
    { name: unit || 'figure', of: row => row.figure, show: figure(unit), kind: 'number' },
    { name: '× best', of: row => row.ratio, show: format.ratio, kind: 'number' },
    { name: '95 % interval', of: interval, kind: 'number' },
    { name: 'rounds', of: row => row.rounds, kind: 'number' },
    { name: 'verdict', of: row => row.verdict },
  ];

  function ratioChart(grid, title, unit, rows) {
    const description = `${title}: speed relative to the best. ` + rows.map(row => `${row.engine} ${format.ratio(row.ratio)}, ${row.verdict}`).join('; ');
    const one = charts.add(grid, { title, description, option: () => ratioOption(rows, description), table: [ratioColumns(unit), rows] });
    one.place.style.height = charts.tall(rows);
  }

  function answers() {
    const place = section('answers', 'Which engine for what');
    if (run.answers.length === 0) {
      place.append(element('p', {}, 'No two engines were measured on the same workload: there is nothing to compare.'));
      return;
    }
    place.append(parts.stacked(table('The fastest of each workload, and how fast the others are as multiples of it', [
      { name: 'workload', of: each => each.measure, kind: 'row' },
      { name: 'fastest', of: each => each.best, show: name => element('strong', {}, name), kind: 'word' },
      { name: 'speed', of: each => each.figure, kind: 'number' },
      { name: 'no difference shown', of: each => each.level || (each.sure ? '–' : ''), kind: 'text' },
      { name: 'slower', of: each => (each.slower || '–') + (each.sure ? '' : ' (one round: no intervals)'), kind: 'text' },
    ], run.answers)));
    place.append(element('p', { class: 'soft' },
      'Speeds as multiples of the best, with 95 % intervals that hold all together, whichever engine came out best. Where an interval holds 1, these rounds show no difference; one without an end goes on beyond the chart. Times are compared by their inverse; the axes are logarithmic.'));
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    run.tables.filter(each => each.rows.some(row => row.low !== null && row.verdict !== 'best'))
      .forEach(each => ratioChart(grid, each.measure, each.unit, each.rows));
    if (run.overall.length > 0) {
      place.append(element('p', { class: 'soft' }, 'The geometric mean over all throughputs weighs every workload alike, which no user does: read it last.'));
      const last = element('div', { class: 'charts' });
      place.append(last);
      ratioChart(last, 'Geometric mean over all throughputs', '', run.overall);
    }
  }

  /* 2. Throughput by memory, by threads */

  const roundsOf = row => `rounds from ${format.rate(row.least)} to ${format.rate(row.most)}`;

  const rateColumns = (category, nameOf) => [
    { name: 'engine', of: row => row.engine, kind: 'row' },
    { name: category, of: nameOf },
    { name: 'op/s', of: row => row.mean, show: format.rate, kind: 'number' },
    { name: 'slowest round', of: row => row.least, show: format.rate, kind: 'number' },
    { name: 'fastest round', of: row => row.most, show: format.rate, kind: 'number' },
  ];

  const ratesInWords = (title, category, rows, nameOf) =>
    `${title}: operations a second by ${category}. ` + rows.map(row => `${row.engine} ${nameOf(row)}: ${format.rate(row.mean)}`).join(', ');

  /** Of one category there is no line to draw: the engines below each other. */
  function rateChart(grid, title, category, rows, nameOf) {
    const description = ratesInWords(title, category, rows, nameOf);
    const range = charts.decades(rows.flatMap(row => [row.least, row.most]));
    const one = charts.add(grid, {
      title, description,
      option: () => charts.points(rows.filter(row => charts.shown(row.engine)).sort((a, b) => a.mean - b.mean)
        .map(row => ({ engine: row.engine, at: row.mean, low: row.least, high: row.most })), description, {
        name: 'operations/s', show: format.rate, ...range,
        tooltip: row => charts.lines(row.engine, `${format.rate(row.at)} operations/s`, roundsOf({ least: row.low, most: row.high })),
      }),
      table: [rateColumns(category, nameOf), rows],
    });
    one.place.style.height = charts.tall(rows);
  }

  function lineChart(grid, title, category, names, rows, nameOf) {
    const range = charts.decades(rows.flatMap(row => [row.least, row.most]));
    const description = ratesInWords(title, category, rows, nameOf);
    charts.add(grid, {
      title, description,
      option: () => {
        const engines = run.engines.filter(charts.shown).filter(engine => rows.some(row => row.engine === engine));
        const of = (engine, name) => rows.find(row => row.engine === engine && nameOf(row) === name);
        return {
          ...charts.base(description),
          xAxis: charts.axis('category', '', null, { data: names }),
          yAxis: charts.axis('log', 'operations/s', format.rate, range),
          tooltip: { ...charts.base('').tooltip, trigger: 'item', formatter: at => {
            const row = of(at.seriesName, names[at.dataIndex]);
            return charts.lines(`${row.engine}, ${nameOf(row)}`, `${format.rate(row.mean)} operations/s`, roundsOf(row));
          } },
          series: engines.map(engine => ({
            ...charts.line(engine), symbolSize: 9,
            data: names.map(name => (of(engine, name) || {}).mean ?? null),
          })),
        };
      },
      table: [rateColumns(category, nameOf), rows],
    });
  }

  const ratesByMemory = (grid, title, tiers, rows, limit) =>
    (tiers.length === 1 ? rateChart(grid, title, 'memory', rows, limit) : lineChart(grid, title, 'memory', tiers, rows, limit));

  function throughput() {
    if (run.speeds.length === 0) {
      return;
    }
    const limit = row => (row.memory === 'none' ? 'no limit' : row.memory);
    const place = section('throughput', 'Throughput by memory',
      'Geometric mean over rounds and the slowest and fastest round, on logarithmic axes; noop stores nothing and shows what the harness itself could do at most.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    const tiers = unique(run.speeds.map(limit));
    unique(run.speeds.map(row => `${row.workload}, ${format.threads(row.threads)}`)).forEach(title =>
      ratesByMemory(grid, title, tiers, run.speeds.filter(row => `${row.workload}, ${format.threads(row.threads)}` === title), limit));
  }

  function scaling() {
    const threads = unique(run.speeds.map(row => row.threads)).sort((a, b) => a - b);
    if (threads.length < 2) {
      return;
    }
    const place = section('scaling', 'Scaling with threads', 'Operations a second of all threads together.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    const title = row => row.workload + (row.memory === 'none' ? '' : ', memory ' + row.memory);
    unique(run.speeds.map(title)).forEach(name => {
      const rows = run.speeds.filter(row => title(row) === name);
      if (unique(rows.map(row => row.threads)).length > 1) {
        lineChart(grid, name, 'threads', threads.map(String), rows, row => String(row.threads));
      }
    });
  }

  /* 3. Service time, and response time at a rate */

  const percentile = (row, at) => (row.percentiles.find(point => point.percent === at) || {}).value;

  const byMeasure = all => unique(all.map(each => each.measure))
    .map(title => ({ title, about: title, rows: all.filter(each => each.measure === title) }));

  function distributions() {
    if (run.distributions.length === 0) {
      return;
    }
    const place = section('distribution', 'Service time of a read',
      'How many of the reads took at most so long, on a logarithmic axis: the time of single reads from their start to their end, sampled while all threads read one after the other (a closed loop).');
    charts.distributions(place, byMeasure(run.distributions), { tail: 'Show the slow tail', done: 'reads done', slower: 'slower reads', time: 'service time', noun: 'reads' });
  }

  function responseTimes() {
    if (run.paced.length === 0) {
      return;
    }
    const place = section('response', 'Response time at a rate',
      'How many of the operations took at most so long from the moment at which they were to begin, on a logarithmic axis: operations come at their rate, whether or not the engine is done with those before (an open loop), and waiting counts. noop stores nothing: its times are the harness’s own.');
    charts.distributions(place, byMeasure(run.paced), { tail: 'Show the slow tail', done: 'operations done', slower: 'slower operations', time: 'response time', noun: 'operations' });
    place.append(table('What came of the rates', [
      { name: 'workload', of: row => row.measure, kind: 'row' },
      { name: 'engine', of: row => row.engine },
      { name: 'asked, per second', of: row => row.asked, show: format.rate, kind: 'number' },
      { name: 'achieved', of: row => row.achieved, show: format.rate, kind: 'number' },
      { name: 'kept up', of: row => (row.keptUp ? 'yes' : 'NO') },
      ...[[50, 'p50'], [90, 'p90'], [99, 'p99'], [99.9, 'p99.9'], [100, 'max']].map(([at, name]) =>
        ({ name: `response ${name}`, of: row => percentile(row, at), show: format.micros, kind: 'number' })),
    ], run.paced));
    if (run.paced.some(row => !row.keptUp)) {
      place.append(element('p', { class: 'soft' }, 'Where an engine did not keep up, its queue grew for as long as it was measured: such response times tell how long that was, and nothing else.'));
    }
  }

  /* 4. Size, cost of an operation */

  function sizes() {
    if (run.sizes.length === 0) {
      return;
    }
    const place = section('size', 'Size on disk and amplification',
      'Space amplification is what the loaded and settled store takes for each raw byte. Write amplification is what reached the disk, while random writes were measured, for each byte put; work that an engine put off until later is not in it. Read amplification is what was read from the disk for each byte asked for: below 1 where most of it was in memory.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    charts.bars(grid, 'Space amplification: bytes on disk ÷ raw bytes', run.sizes, row => row.bytesOnDisk / row.rawBytes, format.ratio, [
      { name: 'engine', of: row => row.engine, kind: 'row' },
      { name: 'raw', of: row => row.rawBytes, show: format.size, kind: 'number' },
      { name: 'on disk', of: row => row.bytesOnDisk, show: format.size, kind: 'number' },
      { name: 'space amplification', of: row => row.bytesOnDisk / row.rawBytes, show: format.ratio, kind: 'number' },
      { name: 'write amplification', of: row => row.writeAmplification, show: format.ratio, kind: 'number' },
      { name: 'read amplification', of: row => row.readAmplification, show: format.amount, kind: 'number' },
      { name: 'loaded in', of: row => row.loadSeconds && row.loadSeconds * 1e6, show: format.micros, kind: 'number' },
    ]);
    charts.spots(grid, 'Write amplification: bytes to disk ÷ bytes put', run.sizes, row => row.writeAmplification, format.ratio);
    if (run.sizes.some(row => row.readAmplification > 0.01)) {
      charts.spots(grid, 'Read amplification: bytes from disk ÷ bytes asked for', run.sizes, row => row.readAmplification, format.ratio);
    }
  }

  const mean = values => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);

  function costs() {
    // A load is one operation for JMH, however many records it puts.
    const measured = run.cells.filter(cell => cell.status === 'MEASURED' && cell.workload !== 'Load');
    const rows = unique(measured.map(cell => cellName(cell) + '\n' + cell.engine)).map(key => {
      const cells = measured.filter(cell => cellName(cell) + '\n' + cell.engine === key);
      const of = name => mean(cells.map(cell => cell.perOperation[name]).filter(value => value !== null));
      return { name: cellName(cells[0]), engine: cells[0].engine, cpu: of('cpuMicros'), read: of('diskRead'), written: of('diskWritten'),
        faults: of('majorFaults'), refaults: of('refaults') };
    }).filter(row => row.cpu !== null);
    if (rows.length === 0) {
      return;
    }
    const place = section('cost', 'What an operation costs', 'CPU of all threads, engine and harness together, and traffic with the disk, for each operation; the mean over rounds. The axes are logarithmic.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    unique(rows.map(row => row.name)).filter(name => !name.includes(' service time')).forEach(name =>
      charts.spots(grid, 'CPU of ' + name, rows.filter(row => row.name === name), row => row.cpu, format.micros));
    place.append(table('For each operation', [
      { name: 'workload', of: row => row.name, kind: 'row' },
      { name: 'engine', of: row => row.engine },
      { name: 'CPU', of: row => row.cpu, show: format.micros, kind: 'number' },
      { name: 'disk read', of: row => row.read, show: format.size, kind: 'number' },
      { name: 'disk written', of: row => row.written, show: format.size, kind: 'number' },
      { name: 'major faults', of: row => row.faults, show: format.amount, kind: 'number' },
      { name: 'pages read again', of: row => row.refaults, show: format.amount, kind: 'number' },
    ], rows));
  }

  /* 5. Iterations over time */

  /** A chart of a figure of each iteration, all rounds behind each other. */
  function course(grid, title, cells, valuesOf, show, logBase) {
    const longest = Math.max(...cells.map(cell => valuesOf(cell).length));
    const range = charts.decades(cells.flatMap(valuesOf), logBase);
    const description = `${title}, each iteration by round: ` + unique(cells.map(cell => cell.engine)).join(', ');
    charts.add(grid, {
      title, level: 'h3', description,
      option: () => ({
        ...charts.base(description),
        grid: { ...charts.base('').grid, top: 14, bottom: 28 },
        xAxis: charts.below('value', 'round', null, { min: 1, max: Math.max(...cells.map(cell => cell.round)) + 2, minInterval: 1, splitLine: { show: true, lineStyle: { color: charts.css('--line') } } }),
        yAxis: charts.axis('log', '', show, range),
        tooltip: { ...charts.base('').tooltip, formatter: at => charts.lines(at.seriesName, show(at.data[1])) },
        series: cells.filter(cell => charts.shown(cell.engine)).map(cell => ({
          ...charts.line(cell.engine), name: `${cell.engine}, round ${cell.round + 1}`, symbolSize: 5,
          // A logarithmic axis has no nothing.
          data: valuesOf(cell).map((value, i) => [cell.round + 1 + (i + 0.5) / longest, value > 0 ? Math.max(value, range.min) : null]),
        })),
      }),
      table: [[
        { name: 'engine', of: cell => cell.engine, kind: 'row' },
        { name: 'round', of: cell => cell.round + 1, kind: 'number' },
        { name: 'warm-up, each second', of: cell => cell.warmUp.map(format.rate).join(', ') || '–', kind: 'text' },
        { name: 'iterations', of: cell => valuesOf(cell).map(show).join(', '), kind: 'text' },
      ], cells],
    });
  }

  function overTime() {
    const place = section('time', 'Iterations over time', 'Each iteration of each round, in the order in which the rounds were measured. What lies apart by rounds is noise of the machine; what rises or falls within a round had not warmed up, or was paying for its writes: where the throughput dips while more bytes go to the disk for each operation, compaction, flushes or checkpoints were at work.');
    const grid = element('div', { class: 'charts small' });
    place.append(grid);
    unique(run.cells.filter(cell => cell.iterations.length > 0).map(cellName)).forEach(name => {
      const cells = run.cells.filter(cell => cellName(cell) === name && cell.iterations.length > 0).sort((a, b) => a.round - b.round);
      const show = cells[0].unit.startsWith('us') ? format.micros : cells[0].unit.startsWith('s') ? seconds => format.micros(seconds * 1e6) : format.rate;
      course(grid, name, cells, cell => cell.iterations, show);
      const writing = cells.filter(cell => !/^(Load|PointRead|Scan)\b/.test(cell.workload) && cell.written.some(bytes => bytes >= 1));
      if (writing.length > 0) {
        course(grid, name + ': to the disk, each operation', writing, cell => cell.written.map(bytes => (bytes >= 1 ? bytes : 0)), format.size, 32);
      }
    });
  }

  /* 6. Every cell */

  /** Links to files beside the page; a name may hold anything but a slash. */
  const links = files => element('span', {}, ...files.flatMap((file, i) => [i > 0 ? ', ' : '',
    element('a', { href: file.split('/').map(encodeURIComponent).join('/') }, file.split('/').pop())]));

  function cells() {
    const place = section('cells', 'Every cell', 'Every round of every cell, with the proof of its limit and the parameters in which cells differ; those that failed or cannot run here first. Type to filter, choose a heading to sort.');
    const names = unique(run.cells.flatMap(cell => Object.keys(cell.parameters))).filter(name => name !== 'engine');
    const values = name => unique(run.cells.map(cell => cell.parameters[name]));
    const common = names.filter(name => values(name).length === 1);
    place.append(element('p', { class: 'soft' }, 'All cells: ' + common.map(name => `${name}=${values(name)[0]}`).join(', ') + '.'));
    const order = { FAILED: 0, UNSUPPORTED: 1, MEASURED: 2 };
    const rows = [...run.cells].sort((a, b) => order[a.status] - order[b.status]);
    // A column that no cell has anything for is left out.
    const some = (has, ...columns) => (rows.some(has) ? columns : []);
    const bytes = (name, of) => ({ name, of: cell => (cell.memory ? of(cell.memory) : null), show: format.size, kind: 'number' });
    place.append(parts.filtered(table('All cells', [
      { name: 'engine', of: cell => cell.engine, kind: 'row' },
      { name: 'workload', of: cellName },
      { name: 'round', of: cell => cell.round + 1, kind: 'number' },
      { name: 'status', of: cell => cell.status },
      { name: 'figure', of: cell => cell.score, show: format.amount, kind: 'number' },
      { name: 'unit', of: cell => cell.unit },
      ...some(cell => cell.steady !== null, { name: 'steady', of: cell => (cell.steady === null ? '–' : cell.steady ? 'yes' : 'no') }),
      ...some(cell => cell.memory, bytes('limit', memory => memory.engine), bytes('peak', memory => memory.peak),
        bytes('page cache', memory => memory.pageCache)),
      { name: 'fork took', of: cell => cell.seconds * 1e6, show: format.micros, kind: 'number' },
      { name: 'parameters', of: cell => Object.entries(cell.parameters).filter(([name]) => name !== 'engine' && !common.includes(name)).map(([name, value]) => `${name}=${value}`).join(' '), kind: 'text' },
      ...some(cell => cell.profiles.length > 0, { name: 'profiles', of: cell => cell.profiles, show: links, kind: 'text' }),
      ...some(cell => cell.message, { name: 'message', of: cell => cell.message || '', kind: 'text' }),
    ], rows)));
  }

  /* 7. What speaks against it, settings, environment */

  function doubts() {
    const place = section('doubts', 'What speaks against it');
    const reasons = unique(run.cells.filter(cell => cell.status !== 'MEASURED')
      .map(cell => `${cell.status === 'FAILED' ? 'FAILED' : 'unsupported'}: ${cell.engine} ${cellName(cell)}: ${cell.message}`));
    const list = element('ul', { class: 'doubts' }, ...[...reasons, ...run.doubts].map(text => element('li', {}, text)));
    place.append(list.children.length > 0 ? list : element('p', {}, 'Nothing that the run itself noticed.'));
    const alone = run.cells.filter(cell => cell.engine === run.harness && cell.workload === 'PointRead' && cell.score).map(cell => 1e6 * cell.threads / cell.score);
    if (alone.length > 0) {
      place.append(element('p', {}, `The harness's own share, measured with an engine that stores nothing, is ${format.micros(mean(alone))} of each read.`));
    }
    if (run.leftOut.length > 0) {
      place.append(element('h3', {}, 'Not in this run'), element('ul', { class: 'doubts' }, ...run.leftOut.map(each => element('li', {}, `${each.name}: ${each.value}`))));
    }
  }

  function settings() {
    const place = section('settings', 'Settings', 'What each engine made of what all were asked for.');
    place.append(parts.filtered(table('Settings by engine', [
      { name: 'engine', of: each => each.engine, kind: 'row' },
      { name: 'setting', of: each => each.name },
      { name: 'value', of: each => each.value, kind: 'word' },
      { name: 'role', of: each => each.role },
      { name: 'why', of: each => each.reason, kind: 'text' },
    ], run.settings)));
  }

  function environment() {
    const place = section('environment', 'Environment, and how to repeat it');
    place.append(table('Where it ran', [{ name: 'what', of: fact => fact.name, kind: 'row' }, { name: 'value', of: fact => fact.value, kind: 'text' }], run.environment));
    place.append(element('h3', {}, 'The command'), element('pre', {}, run.commands[0]), element('h3', {}, 'What every fork began with'), element('pre', {}, run.commands[1]));
  }

  const header = document.getElementById('header');
  header.append(element('h1', {}, run.title), element('p', { class: 'soft subtitle' }, run.subtitle));
  const count = status => run.cells.filter(cell => cell.status === status).length;
  const tally = element('p', { class: 'tally' }, element('span', {}, `${count('MEASURED')} forks measured`));
  if (count('FAILED') > 0) {
    tally.append(element('span', { class: 'bad' }, `${count('FAILED')} failed`));
  }
  if (count('UNSUPPORTED') > 0) {
    tally.append(element('span', { class: 'doubt' }, `${count('UNSUPPORTED')} unsupported`));
  }
  if (run.doubts.length > 0) {
    tally.append(element('a', { href: '#doubts', class: 'doubt' }, `${run.doubts.length} things speak against it`));
  }
  header.append(tally);
  const main = document.getElementById('main');
  main.append(legend);
  answers();
  throughput();
  distributions();
  responseTimes();
  sizes();
  costs();
  scaling();
  overTime();
  cells();
  doubts();
  settings();
  environment();
  header.append(parts.navigation());
  charts.start();
})();
