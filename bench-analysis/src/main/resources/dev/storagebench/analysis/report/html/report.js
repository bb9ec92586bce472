/* The page of any run. Its data is written by ReportPage. */
(() => {
  const run = globalThis.stored ?? JSON.parse(document.getElementById('data').textContent);
  const { unique, element, section, table, live } = parts;
  const candidates = [...run.candidates, ...unique(run.suite.flatMap(view => view.tables).filter(view => view.kind !== 'TABLE')
    .flatMap(view => view.entries.flat()).filter(entry => entry && entry.source).map(views.publishedAs))];
  charts.register(candidates);
  const cellName = cell => `${cell.workload}, ${format.threads(cell.threads)}${cell.limit === 'none' ? '' : ', memory ' + cell.limit}`;
  const WEAKENED = '†';
  const mark = row => (row && row.weakened ? ' ' + WEAKENED : '');
  const number = (name, of, show) => ({ name, of, show, kind: 'number' });

  /* 1. The verdict */

  /** Text whose options do not break. */
  const prose = text => text.split(/(--[a-z-]+(?: \d+(?:\.\d+)?[a-z]*)?)/).map((part, i) => (i % 2 ? element('code', {}, part) : part));

  const MAX_BARS = 6;
  const MAX_NOTES = 4;
  const MAX_SENTENCES = 6;
  const ranked = answer => answer.finding.question === 'FASTEST' && answer.finding.standings.length > 1;

  /** A bar for each of the first standings of a finding, as long as its ratio, with its interval as a line. */
  function bars({ finding }) {
    const some = finding.standings.slice(0, MAX_BARS);
    if (some.length < 2 || finding.outcome === 'UNRANKED' || run.invalid.length > 0) {
      return [];
    }
    const own = ['FASTEST', 'SMALLEST'].includes(finding.question);
    return [parts.bars(some.map(bar => ({
      ...bar, label: bar.name + mark(bar), color: candidates.includes(bar.name) ? charts.series(bar.name) : '--soft',
      shown: own && bar.value ? views.show(bar.value.unit)(bar.value.value) : format.ratio(bar.ratio) })))];
  }

  /** Workloads by conditions: the fastest, its factor over the runner-up, and bars of the first ones. */
  function matrix(answers) {
    const won = answer => (answer ? element('span', {}, element('span', answer.decided ? { style: `color: var(${charts.series(answer.finding.reference)})` } : { class: 'soft', title: answer.choice },
      answer.finding.reference, ' ', element('small', {}, answer.lead ? format.ratio(answer.lead) : '')), ...bars(answer)) : '–');
    const under = (answer, name) => answer.finding.under[name] || '';
    const varies = (workload, name) => unique(answers.filter(answer => answer.finding.workload === workload).map(answer => under(answer, name))).length > 1;
    // By columns what most workloads vary; the rest is in the rows.
    const variety = name => unique(answers.map(answer => answer.finding.workload)).filter(workload => varies(workload, name)).length;
    const [by] = unique(answers.flatMap(answer => Object.keys(answer.finding.under))).filter(variety).sort((a, b) => variety(b) - variety(a));
    const bytes = value => (run.cells.find(cell => cell.memory && value === 'memory ' + cell.limit) || { memory: { engineBytes: Infinity } }).memory.engineBytes;
    const row = answer => [answer.finding.workload, ...Object.keys(answer.finding.under).filter(name => name !== by && varies(answer.finding.workload, name)).map(name => under(answer, name))].filter(Boolean).join(', ');
    return table('The fastest, with its lead over the runner-up; grey if undecided', [
      { name: 'workload', of: name => name, kind: 'row' },
      ...unique(answers.map(answer => under(answer, by))).sort((a, b) => (by === 'memory' ? bytes(b) - bytes(a) : 0)).map(value => {
        const at = name => answers.find(answer => row(answer) === name && under(answer, by) === value);
        return { name: value || (by ? 'default' : 'fastest'), of: name => (at(name) ? { value: at(name).finding.reference, unit: '' } : null), show: (best, name) => won(at(name)), kind: 'word' };
      }),
    ], unique(answers.map(row)));
  }

  function verdict() {
    const { answers, invalid } = run;
    const place = section('verdict', invalid.length > 0 ? 'Verdict (void)' : 'Verdict');
    place.classList.toggle('void', invalid.length > 0);
    const sentences = (some, why) => unique(some.map(answer => answer.section)).flatMap(title => [
      ...(title ? [element('h3', {}, title)] : []),
      element('dl', { class: 'verdict' }, ...some.filter(answer => answer.section === title).flatMap(answer => [
        element('dt', {}, answer.need), element('dd', {}, element('p', {}, element(answer.decided ? 'strong' : 'span', {}, answer.choice), '. ', ...(why ? prose(answer.reasons.join(' ')) : [])), ...bars(answer))]))]);
    const first = answers.filter(ranked);
    const whole = sentences(answers, true);
    place.append(...(answers.length <= MAX_SENTENCES ? whole : [
      ...sentences(answers.filter(answer => !ranked(answer)), false), ...(first.length > 0 ? [matrix(first)] : []),
      element('details', {}, element('summary', {}, 'In sentences, with the reasons'), ...whole)]));
    if (place.querySelector('.bars')) {
      place.append(element('p', { class: 'note' }, `Bars: the first ${MAX_BARS} relative to the best or the reference, times by their inverse; a line is the 95 % interval.`));
    }
    const notes = run.notes.map(note => element('p', { class: 'note' }, ...prose(note.text)));
    const more = notes.slice(MAX_NOTES);
    place.append(...notes.slice(0, MAX_NOTES), ...(more.length > 0 ? [element('details', {}, element('summary', {}, `${more.length} more ${more.length === 1 ? 'note' : 'notes'}`), ...more)] : []));
    place.append(element('p', {}, parts.copyText('Copy as Markdown', 'Copy as Markdown: the verdict', () => `### ${run.title}\n\n${run.given}\n\n${run.markdown}`),
      ' ', links(run.files)));
  }

  /** What follows the choice of engines and of the reference. */
  function toolbar() {
    const names = unique(run.tables.flatMap(each => each.rows.map(row => row.candidate)));
    const bar = element('div', { class: 'engines', role: 'group', 'aria-label': 'Candidates shown, and the reference' }, ...charts.legend(candidates));
    if (names.length > 1) {
      bar.append(parts.choice('Reference', 'ref', [['', run.releases ? 'the oldest' : 'the best'], ...names.map(name => [name, name])]));
    }
    document.getElementById('main').append(bar);
  }

  /* 2. Figures and rankings */

  function figures() {
    if (run.figures) {
      const [columns, rows] = views.asTable(run.figures);
      const rounds = row => unique(run.figures.entries[row].filter(entry => entry && entry.rounds > 0).map(entry => entry.rounds)).sort((a, b) => a - b).join(', ');
      const differ = unique(rows.map(rounds).filter(Boolean)).length > 1;
      section('figures', 'Figures', 'Geometric means over rounds, ± the factor to either end of the 95 % interval; p50 and p99 are service times of all rounds; on disk after loading. '
        + views.tones(run.figures) + (differ ? ' ' + run.whyRoundsDiffer : ''))
        .append(table('All figures; a heading sorts', [...columns, ...(differ ? [number('rounds', row => row, rounds)] : [])], rows));
    }
  }

  /** The candidates that are shown, as multiples of the reference; releases in their order, by default of the oldest. */
  function standing(ranked) {
    const rows = ranked.rows.filter(row => selection.shown(row.candidate));
    if (run.releases) {
      rows.sort((a, b) => run.candidates.indexOf(a.candidate) - run.candidates.indexOf(b.candidate));
    }
    const reference = rows.find(row => row.candidate === selection.get('ref')) || rows[0];
    const ofBest = row => row.relativeTo[ranked.rows[0].candidate].ratio;
    return rows.map(row => ({ ...row, mark: mark(row),
      ...(row.relativeTo[reference.candidate] || { ratio: ofBest(row) / ofBest(reference), low: null, high: null, verdict: '–' }) }));
  }

  /** Whether ratios rest on different numbers of rounds. */
  const differ = table => unique(table.rows.map(row => row.rounds)).length > 1;

  function ratioChart(grid, ranked) {
    const title = ranked.measure;
    const description = `${title}: speed relative to the ${run.releases ? 'oldest' : 'best'}. ` + ranked.rows.map(row => `${row.candidate} ${row.figure}`).join('; ');
    const columns = [
      { name: 'candidate', of: row => row.candidate, kind: 'row' },
      number(ranked.head, row => row.value, (value, row) => row.figure),
      number('× reference', row => row.ratio, format.ratio),
      number('95 % interval', row => row.low, (low, row) => format.interval(row)),
      ...(differ(ranked) ? [number('rounds', row => row.rounds)] : []),
      { name: 'verdict', of: row => row.verdict },
    ];
    const missing = [...Object.entries(ranked.missing).map(([name, why]) => `${name}: ${why}`),
      ...(ranked.rows.some(mark) ? [`${WEAKENED} weaker than requested, not ranked`] : [])];
    charts.add(grid, { title, description, height: 6 + 2.4 * ranked.rows.length + 'rem', note: missing.join(', '),
      option: () => charts.ratios(standing(ranked), description, 'speed as a multiple of the reference'),
      table: () => live(() => parts.folded(title, columns, standing(ranked))) });
  }

  function ranking(tables) {
    const place = section('ranking', 'Ranking',
      'Speed relative to the reference, with simultaneous 95 % intervals (corrected for multiple comparisons). An interval that contains 1 shows no difference; one without an end cap continues beyond the chart. Times are compared by their inverse; axes are logarithmic.'
      + (tables.some(differ) ? ' Where rounds differ, a ratio rests on those in common with the reference. ' + run.whyRoundsDiffer : ''));
    const grid = place.appendChild(element('div', { class: 'charts' }));
    tables.forEach(each => ratioChart(grid, each));
  }

  /* 3. Trade-offs */

  function tradeOffs(speeds) {
    const place = section('trade-offs', 'Speed against disk and p99', 'What a faster candidate costs: the best ones are at the top left.');
    const chosen = parts.pick(place, 'Workload', 'work', speeds, each => each.measure);
    const grid = place.appendChild(element('div', { class: 'charts' }));
    const against = (title, of, x) => charts.scatter(grid, title, x, { name: 'per second', show: format.rate },
      () => chosen().rows.map(row => ({ candidate: row.candidate, name: row.candidate + mark(row), x: of(row), y: row.value })));
    against('Speed against size on disk', row => row.loadedBytes, { binary: true, name: 'size on disk', show: format.size });
    const tails = unique(speeds.map(each => each.p99Of).filter(each => each !== null));
    if (tails.length > 0) {
      against('Speed against p99 of ' + tails.join(', '), row => row.p99, { name: 'p99', show: format.micros });
    }
  }

  /** The speed by the share of reads: as measured, and interpolated between. */
  function mixes(curves) {
    const place = section('mix', 'Your mix of reads and writes', 'Points are measured. Between two of them the time of an operation is interpolated on a straight line.');
    const group = parts.pick(place, 'Conditions', 'mix', unique(curves.map(each => each.conditions)), each => each);
    const all = () => curves.filter(each => each.conditions === group());
    const shown = () => all().filter(each => selection.shown(each.candidate));
    const shares = () => unique(all().flatMap(each => each.measured)).sort((a, b) => a - b);
    const percent = () => Math.min(shares().at(-1), Math.max(shares()[0], Math.round(Number(selection.get('reads', '95'))) || 0));
    const at = (mix, share) => mix.speeds[share - mix.measured[0]];
    const how = (mix, share) => (mix.measured.includes(share) ? 'measured'
      : `interpolated between ${mix.measured.filter(each => each < share).at(-1)} and ${mix.measured.find(each => each > share)} %`);
    const weak = mix => run.tables.some(each => each.conditions === mix.conditions && each.readPercent !== null && each.rows.some(row => row.weakened && row.candidate === mix.candidate));
    const slider = element('input', { type: 'range', step: 1, list: 'measured-mixes' });
    const ticks = element('datalist', { id: 'measured-mixes' });
    const said = element('output', {});
    const follow = () => {
      [slider.min, slider.max, slider.value] = [shares()[0], shares().at(-1), percent()];
      ticks.replaceChildren(...shares().map(value => element('option', { value })));
      said.textContent = `${percent()} % reads, ${shares().includes(percent()) ? 'measured' : 'interpolated'}`;
    };
    slider.addEventListener('input', () => selection.set('reads', slider.value, '95'));
    selection.onChange(follow);
    follow();
    place.append(ticks, element('p', { class: 'slider' }, element('label', {}, 'Share of reads ', slider), ' ', said));

    const grid = place.appendChild(element('div', { class: 'charts wide' }));
    const description = 'Operations per second by the share of reads, a line each candidate, with the measured mixes as points';
    charts.add(grid, {
      title: 'Operations per second by share of reads', description,
      option: () => ({
        ...charts.base(description, { bottom: 30 }, point => charts.lines(point.seriesName, `${point.data[0]} % reads: ${format.rate(point.data[1])}`)),
        xAxis: charts.below('value', 'reads, %', null, { min: shares()[0], max: shares().at(-1), splitNumber: 10 }),
        yAxis: charts.axis('log', 'op/s', format.rate, charts.logarithmic(all().flatMap(each => each.speeds))),
        series: shown().flatMap((mix, i) => [
          { ...charts.line(mix.candidate), name: mix.candidate + ', interpolated', symbol: 'none', data: mix.speeds.map((speed, j) => [mix.measured[0] + j, speed]),
            ...(i === 0 ? { markLine: { silent: true, symbol: 'none', data: [{ xAxis: percent() }], label: { show: false }, lineStyle: { color: charts.css('--ink'), type: 'dashed' } } } : {}) },
          { ...charts.line(mix.candidate), name: mix.candidate + ', measured', type: 'scatter', symbolSize: 9, data: mix.measured.map(share => [share, at(mix, share)]) },
        ]),
      }),
    });
    place.append(live(() => {
      const rows = shown().filter(mix => at(mix, percent())).map(mix => ({ candidate: mix.candidate, mark: mark({ weakened: weak(mix) }), at: at(mix, percent()), how: how(mix, percent()) }))
        .sort((a, b) => a.mark.localeCompare(b.mark) || b.at - a.at);
      const reference = rows.find(row => row.candidate === selection.get('ref')) || rows[0];
      return table(`At ${percent()} % reads`, [
        { name: 'candidate', of: row => row.candidate, show: name => name + rows.find(row => row.candidate === name).mark, kind: 'row' },
        number('op/s', row => row.at, format.rate),
        { name: 'from', of: row => row.how },
        number('× reference', row => row.at / reference.at, format.ratio),
      ], rows);
    }));
  }

  /* 4. Cost of an operation */

  const amounts = (cells, name) => cells.map(cell => cell.amounts[name]).filter(value => value !== undefined);
  const geometric = values => (values.length === 0 ? null : Math.exp(mean(values.map(Math.log))));
  const mean = values => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);

  /** What an operation takes: its name in a table, and how it is shown. */
  const AMOUNTS = {
    cpu: ['CPU', format.micros], allocated: ['allocated', format.size], gc: ['GC', format.micros],
    diskRead: ['disk read', format.size], diskWritten: ['disk written', format.size],
    majorFaults: ['major faults', format.amount], refaults: ['refaults', format.amount],
  };
  const columnsOf = (names, of) => names.map(name => number(AMOUNTS[name][0], row => of(row, name), AMOUNTS[name][1]));

  function costs() {
    // A load is one operation for JMH, however many records it puts.
    const measured = run.cells.filter(cell => cell.status === 'MEASURED' && !cell.singleShot);
    const rows = unique(measured.map(cell => cellName(cell) + '\n' + cell.candidate)).map(key => {
      const cells = measured.filter(cell => cellName(cell) + '\n' + cell.candidate === key);
      return { name: cellName(cells[0]), candidate: cells[0].candidate, of: name => mean(amounts(cells, name)) };
    }).filter(row => row.of('cpu') !== null);
    if (rows.length > 0) {
      section('cost', 'Cost of an operation', 'CPU time (engine and harness), bytes allocated on the Java heap, time of its collections and disk traffic per operation while measuring, mean over rounds. Of servers, heap and collections are those of the client. Writes that an engine defers are not included, so this is not write amplification.')
        .append(table('Per operation', [
          { name: 'workload', of: row => row.name, kind: 'row' },
          { name: 'candidate', of: row => row.candidate },
          ...columnsOf(Object.keys(AMOUNTS), (row, name) => row.of(name)),
        ], rows, { filter: true }));
    }
  }

  /* 5. Iterations over time */

  const seconds = views.show('s');

  /** A chart of a figure of each iteration, all rounds behind each other. */
  function course(grid, title, cells, valuesOf, show, binary, warmUp = () => []) {
    const longest = Math.max(1, ...cells.map(cell => warmUp(cell).length + valuesOf(cell).length));
    const range = charts.logarithmic(cells.flatMap(cell => [...valuesOf(cell), ...warmUp(cell)]), { binary });
    const rounds = Math.max(...cells.map(cell => cell.round)) + 1;
    const description = `${title}, each iteration by round: ` + unique(cells.map(cell => cell.candidate)).join(', ');
    const points = (cell, values, from) => values.map((value, i) => [cell.round + 1 + (from + i + 0.5) / longest, value > 0 ? Math.max(value, range.min) : null]);
    charts.add(grid, {
      title, description,
      option: () => ({
        ...charts.base(description, { top: 14, bottom: 28 }, at => charts.lines(at.seriesName, show(at.data[1]))),
        xAxis: charts.below('value', 'round', round => (round > rounds ? '' : String(round)), { min: 1, max: rounds + 1, interval: Math.ceil(rounds / 8) }),
        yAxis: charts.axis('log', '', show, range),
        series: cells.filter(cell => selection.shown(cell.candidate)).flatMap(cell => [
          { ...charts.line(cell.candidate), name: `${cell.candidate}, round ${cell.round + 1}, warm-up`, symbolSize: 3, lineStyle: { width: 1, type: 'dashed' }, itemStyle: { opacity: 0.6 }, data: points(cell, warmUp(cell), 0) },
          { ...charts.line(cell.candidate), name: `${cell.candidate}, round ${cell.round + 1}`, symbolSize: 5, data: points(cell, valuesOf(cell), warmUp(cell).length) },
        ]),
      }),
      table: [[
        { name: 'candidate', of: cell => cell.candidate, kind: 'row' },
        { name: 'round', of: cell => cell.round + 1, kind: 'number' },
        { name: 'steady', of: cell => (cell.steady === null ? '–' : cell.steady ? 'yes' : 'no') },
        { name: 'warm-up, by windows of equal length', of: cell => warmUp(cell).map(show).join(', ') || '–', kind: 'text' },
        { name: 'iterations', of: cell => valuesOf(cell).map(show).join(', '), kind: 'text' },
      ], cells],
    });
  }

  // Of a second: [its middle, op/s, p99, bytes on disk, iteration].
  const [RATE, P99, SIZE, ITERATION] = [1, 2, 3, 4];

  /**
   * A figure of each second, a line a round: dashed in the warm-up, with a point where an iteration begins, stalls shaded in the
   * candidate's colour. Cells that begin at a time of their own are named there.
   */
  function bySecond(grid, title, cells, figure, show, scaleOf) {
    charts.add(grid, {
      title, description: `${title}: ` + unique(cells().map(cell => cell.candidate)).join(', '),
      option: () => {
        const all = cells();
        const scale = scaleOf(all.flatMap(cell => cell.course.map(second => second[figure])));
        const starts = new Map(all.filter(cell => cell.from !== undefined).map(cell => [cell.from, cell.workload]));
        const points = (cell, warm) => cell.course.map(second => [second[0] + (cell.from || 0),
          (second[ITERATION] > 0) === warm && (second[figure] > 0 || !scale.ticks) ? second[figure] : null, second[ITERATION]]);
        const drawn = (cell, warm, data = points(cell, warm)) => ({
          ...charts.line(cell.candidate), name: `${cell.candidate}, round ${cell.round + 1}${warm ? '' : ', warm-up'}`, data,
          lineStyle: { width: warm ? 1.5 : 1, type: warm ? 'solid' : 'dashed' },
          symbolSize: (at, { dataIndex }) => (dataIndex > 0 && data[dataIndex - 1][2] !== at[2] ? 6 : 2),
        });
        return {
          ...charts.base(title, { bottom: 64 }, at => charts.lines(at.seriesName, `${Math.round(at.data[0])} s: ${show(at.data[1])}`, ...(at.data[2] > 0 ? ['iteration ' + at.data[2]] : []))),
          xAxis: charts.below('value', 'seconds, warm-up included', String),
          yAxis: charts.axis(scale.ticks ? 'log' : 'value', '', show, scale),
          dataZoom: [{ type: 'slider', height: 16, bottom: 4, filterMode: 'none', labelPrecision: 0, borderColor: charts.css('--line'), textStyle: { color: charts.css('--soft') } }],
          series: all.flatMap((cell, i) => [drawn(cell, false), {
            ...drawn(cell, true),
            markArea: { silent: true, itemStyle: { color: charts.color(cell.candidate), opacity: 0.2 },
              data: cell.stalls.map(stall => stall.map(at => ({ xAxis: at + (cell.from || 0) }))) },
            markLine: { silent: true, symbol: 'none', lineStyle: { color: charts.css('--soft'), type: 'dotted' },
              data: [...(i === 0 ? starts : [])].map(([xAxis, name]) => ({ xAxis, label: { formatter: name, position: 'insideEndBottom', color: charts.css('--soft'), fontSize: 11 } })) },
          }]),
        };
      },
    });
  }

  /** What one candidate did in all stages of a chain. */
  function oneByOne(stages) {
    const place = section('candidate', 'One candidate, stage by stage',
      'Its figures by stage, and its seconds one stage after the other, of stages that were measured for more than ten seconds. Warm-ups are dashed, a point begins an iteration, seconds with less than a tenth of the median are shaded.');
    const chosen = parts.pick(place, 'Candidate', 'candidate', unique(run.cells.map(cell => cell.candidate)), name => name);
    const why = stage => unique(of(stage).map(cell => cell.message).filter(Boolean)).join('; ');
    const of = stage => run.cells.filter(cell => cell.candidate === chosen() && cell.parameters.stage === stage);
    place.append(live(() => table(chosen(), [
      { name: 'stage', of: stage => stage, kind: 'row' },
      ...run.suite.flatMap(each => each.tables).filter(view => view.dimensions.join() === 'candidate').flatMap(view => views.columnsOfOne(view, chosen())),
      number('sustained/s', stage => geometric(amounts(of(stage), 'sustained')), format.rate),
      number('slowest second', stage => geometric(amounts(of(stage), 'slowestSecond')), format.rate),
      number('longest stall', stage => amounts(of(stage), 'longestStall').sort((a, b) => b - a)[0] || null, seconds),
      ...(stages.some(why) ? [{ name: 'missing because', of: why, kind: 'text' }] : []),
    ], stages)));
    const life = () => {
      let from = 0;
      return stages.flatMap(stage => {
        const rounds = of(stage).filter(cell => cell.course.length > 0).map(cell => ({ ...cell, from }));
        from += Math.ceil(Math.max(0, ...rounds.map(cell => cell.course.at(-1)[0])));
        return rounds;
      });
    };
    const grid = place.appendChild(element('div', { class: 'charts wide' }));
    bySecond(grid, 'Operations a second', life, RATE, format.rate, charts.logarithmic);
    bySecond(grid, 'p99 of each second', life, P99, format.micros, charts.logarithmic);
    bySecond(grid, 'Bytes on disk', life, SIZE, format.size, values => charts.logarithmic(values, { binary: true }));
  }

  function overTime() {
    const place = section('time', 'Iterations over time', 'Warm-up in one-second windows (dashed), then each iteration, round by round. Differences between rounds are machine noise. A trend within a round means that the warm-up was too short or that work was deferred: where throughput dips while disk writes per operation rise, compaction, flushes or checkpoints were running. By seconds: a larger point begins an iteration; seconds with less than a tenth of the median throughput are shaded.');
    const grid = place.appendChild(element('div', { class: 'charts small' }));
    unique(run.cells.filter(cell => cell.iterations.length > 0).map(cellName)).forEach(name => {
      const cells = run.cells.filter(cell => cellName(cell) === name && cell.iterations.length > 0);
      course(grid, name, cells, cell => cell.iterations, views.show(cells[0].iterationUnit), false, cell => cell.warmUp);
      const long = cells.filter(cell => cell.course.length > 0);
      if (long.length > 0) {
        const shown = () => long.filter(cell => selection.shown(cell.candidate));
        bySecond(grid, name + ': operations a second', shown, RATE, format.rate, () => ({ min: 0 }));
        bySecond(grid, name + ': p99 of each second', shown, P99, format.micros, charts.logarithmic);
      }
      const writing = cells.filter(cell => cell.written.some(bytes => bytes >= 1) && !cell.singleShot);
      if (writing.length > 0) {
        course(grid, name + ': disk writes per operation', writing, cell => cell.written.map(bytes => (bytes >= 1 ? bytes : 0)), format.size, true);
      }
    });
  }

  /** What each client of a server did; statements are those of all clients of the round. */
  function clients() {
    const sum = counts => Object.values(counts).reduce((all, one) => all + one, 0);
    const rows = run.cells.filter(cell => cell.clients).flatMap(cell => {
      const rates = cell.clients.clients.map(each => mean(each.scores) || 0);
      return cell.clients.clients.map((client, i) => ({ cell, client, share: rates[i] / (sum(rates) || 1) }));
    });
    if (rows.length > 0) {
      section('clients', 'Clients', 'Each process that sent transactions. CPU: as a share of its processors, or of its threads if they are fewer. Start spread: between the first client’s start and the last one’s; in common: the share of the time in which all measured. Sent and counted: statements of all clients of a round, as they sent them and as the server counted them.')
        .append(table('Clients by round', [
          { name: 'client', of: row => row.client.name, kind: 'row' },
          { name: 'workload', of: row => cellName(row.cell), kind: 'word' },
          { name: 'candidate', of: row => row.cell.candidate },
          number('round', row => row.cell.round + 1),
          number('share', row => row.share, format.share),
          number('CPU', row => row.client.cpuPercent / 100, format.share),
          number('start spread', row => row.cell.clients.startSpreadMicros, format.micros),
          number('in common', row => row.cell.clients.commonPercent / 100, format.share),
          number('sent', row => sum(row.cell.clients.sent), String),
          number('counted', row => sum(row.cell.clients.counted), String),
        ], rows, { filter: true }));
    }
  }

  /* 6. Proof of the limits, every cell */

  function proof(limited) {
    const place = section('proof', 'Proof of memory limits',
      'The limit covers engine and page cache; the harness gets its own memory on top. A limit that was reached (times it held back an allocation), refaults and major faults show that memory was the bottleneck. The kernel\u2019s peak needs cgroup v1 or Linux 6.12; otherwise it is what was in use at the end. Page cache and anonymous memory are as of the end.');
    const bytes = (name, of) => number(name, cell => of(cell.memory), format.size);
    place.append(table('Every round with a memory limit; faults, refaults and disk reads per operation', [
      { name: 'candidate', of: cell => cell.candidate, kind: 'row' },
      { name: 'workload', of: cellName, kind: 'word' },
      { name: 'round', of: cell => cell.round + 1, kind: 'number' },
      number('limit + harness', cell => cell.memory.engineBytes, (limit, cell) => `${format.size(limit)} + ${format.size(cell.memory.harnessBytes)}`),
      number('limit reached', cell => cell.memory.atEnd.limitHits, format.amount),
      number('peak (÷ both)', cell => cell.memory.peakBytes, (peak, { memory }) => `${format.size(peak)} (${memory.peakSampled ? 'at the end' : format.share(peak / memory.limitBytes)})`),
      bytes('page cache', memory => memory.atEnd.pageCacheBytes),
      bytes('anonymous', memory => memory.atEnd.anonymousBytes),
      ...columnsOf(['majorFaults', 'refaults', 'diskRead'], (cell, name) => cell.amounts[name]),
    ], limited, { filter: true }));
  }

  /** Links to files beside the page; a name may hold anything but a slash. */
  const links = files => element('span', {}, ...files.flatMap((file, i) => [i > 0 ? ', ' : '',
    element('a', { href: file.split('/').map(encodeURIComponent).join('/') }, file.split('/').pop())]));

  function cells() {
    const place = section('cells', 'Every cell', 'Every round of every cell, failed and unsupported ones first, with the parameters that differ. A cell’s score is the geometric mean of its rounds, each the mean of its fork; percentiles are those of all rounds merged. All outputs show this score; only results.json has JMH’s own mean.');
    const names = unique(run.cells.flatMap(cell => Object.keys(cell.parameters))).filter(name => name !== 'engine');
    const differing = names.filter(name => name !== 'memory' && name !== 'readPercent' && unique(run.cells.map(cell => cell.parameters[name]).filter(value => value !== undefined)).length > 1);
    const order = { FAILED: 0, UNSUPPORTED: 1, MEASURED: 2 };
    const rows = [...run.cells].sort((a, b) => order[a.status] - order[b.status]);
    // A column that no cell has anything for is left out.
    const some = (has, ...columns) => (rows.some(has) ? columns : []);
    place.append(element('details', {}, element('summary', {}, `All ${rows.length} rounds`), table('All cells', [
      { name: 'candidate', of: cell => cell.candidate, kind: 'row' },
      { name: 'workload', of: cellName, kind: 'word' },
      number('round', cell => cell.round + 1),
      { name: 'status', of: cell => cell.status },
      number('score', cell => (cell.score === null ? null : { value: cell.score, unit: cell.unit }), (score, cell) => cell.shown ?? '–'),
      { name: 'unit', of: cell => (cell.score === null ? '–' : cell.unit) },
      ...some(cell => cell.steady !== null, { name: 'steady', of: cell => (cell.steady === null ? '–' : cell.steady ? 'yes' : 'no') }),
      number('took', cell => (cell.status === 'UNSUPPORTED' ? null : cell.seconds), seconds),
      ...some(() => differing.length > 0, { name: 'parameters', of: cell => differing.filter(name => cell.parameters[name]).map(name => `${name}=${cell.parameters[name]}`).join(' '), kind: 'word' }),
      ...some(cell => cell.profiles.length > 0, { name: 'profiles', of: cell => cell.profiles, show: links, kind: 'word' }),
      ...some(cell => cell.message, { name: 'message', of: cell => cell.message || '', kind: 'text' }),
    ], rows, { filter: true })));
  }

  /* 7. Warnings, settings, environment */

  function warnings() {
    const place = section('warnings', 'Warnings');
    place.append(run.warnings.length > 0 ? element('ul', { class: 'warnings' }, ...run.warnings.map(({ text, remedy }) => element('li', {}, text, element('small', {}, remedy && ' – ' + remedy)))) : element('p', {}, 'None.'));
    run.leftOut.forEach(text => place.append(element('p', {}, text)));
  }

  function settings() {
    section('settings', 'Settings', 'What was requested, then how the candidates mapped it: honoured, replaced by something at least as strong, weakened, or ignored where the engine has no such feature; own: the adapter departs from the engine’s default; candidate: an option of the candidate itself. What all have in common comes first.')
      .append(table('Settings', [
        { name: 'setting', of: each => each.name, kind: 'row' },
        { name: 'value', of: each => each.value, kind: 'word' },
        { name: 'candidates', of: each => each.candidates.join(', ') || 'all', kind: 'word' },
        { name: 'role', of: each => each.role },
        { name: 'why', of: each => each.reason, kind: 'text' },
      ], run.settings, { filter: true }));
  }

  function environment() {
    const place = section('environment', 'Environment and command line');
    place.append(table('Machine and versions', [{ name: 'what', of: ([name]) => name, kind: 'row' }, { name: 'value', of: ([, value]) => value, kind: 'text' }], Object.entries(run.environment)));
    place.append(element('h3', {}, 'The command'), element('pre', {}, run.command), element('h3', {}, 'Common start of the forks’ command lines'), element('pre', {}, run.forkCommand));
  }

  const header = document.getElementById('header');
  const count = status => run.cells.filter(cell => cell.status === status).length;
  const tally = element('p', { class: 'tally' }, element('span', {}, `${count('MEASURED')} forks measured`));
  [['FAILED', 'failed', 'bad'], ['UNSUPPORTED', 'unsupported', 'doubt']].filter(([status]) => count(status) > 0)
    .forEach(([status, name, tone]) => tally.append(element('span', { class: tone }, `${count(status)} ${name}`)));
  if (run.warnings.length > 0) {
    tally.append(element('a', { href: '#warnings', class: 'doubt' }, run.warnings.length + (run.warnings.length === 1 ? ' warning' : ' warnings')));
  }
  run.invalid.forEach(text => header.append(element('p', { class: 'invalid' }, element('strong', {}, 'These figures are not valid: '), text)));
  header.append(element('h1', {}, run.heading || run.title), element('p', { class: 'soft subtitle' }, [run.heading && run.title, run.subtitle].filter(Boolean).join('; ')));
  [run.scale && 'Published scale: ' + run.scale, run.about, run.source && 'Source: ' + run.source].filter(Boolean).forEach(text => header.append(element('p', { class: 'subtitle' }, text)));
  header.append(tally);
  verdict();
  toolbar();
  run.suite.forEach((view, i) => views.add(`view-${i + 1}`, view, run.source));
  // A section that has nothing to show is left out.
  const filled = (make, of) => of.length > 0 && make(of);
  filled(oneByOne, unique(run.cells.map(cell => cell.parameters.stage).filter(Boolean)));
  figures();
  filled(ranking, run.tables);
  filled(tradeOffs, run.tables.filter(each => each.kind === 'THROUGHPUT'));
  filled(mixes, run.mixes);
  run.views.forEach((view, i) => views.add(`general-${i + 1}`, view, run.source));
  [costs, overTime, clients].forEach(make => make());
  filled(proof, run.cells.filter(cell => cell.memory));
  [warnings, cells, settings, environment].forEach(make => make());
  header.append(parts.navigation());
  if (globalThis.stored) {
    header.prepend(element('p', {}, element('a', { href: '../index.html' }, 'All runs')));
  }
  // On a phone what is looked up is folded.
  if (matchMedia('(max-width: 600px)').matches) {
    ['cost', 'time', 'settings'].forEach(id => parts.fold(document.getElementById(id)));
  }
  charts.start();
})();
