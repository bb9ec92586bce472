/* The movies suite. The model is written by MoviesModel. */
(() => {
  const run = JSON.parse(document.getElementById('data').textContent);
  const { element, section, table } = parts;
  const tiers = run.tiers.map(tier => tier.name);
  const tierLabel = name => {
    const tier = run.tiers.find(each => each.name === name);
    return tier.engineBytes ? `${name} (${format.size(tier.engineBytes)})` : name;
  };
  const workloadLabel = cell => `${cell.workload || cell.name}, ${format.threads(cell.threads)}`;
  const legend = charts.legend(run.engines);

  /* 1. Throughput */

  const BARS = { barGap: '15%', barCategoryGap: '25%', barMaxWidth: 56 };

  function whiskers(rates, engines, engine) {
    const ink = charts.css('--ink');
    const data = rates.filter(rate => rate.engine === engine)
      .map(rate => [tiers.indexOf(rate.tier), rate.least, rate.most, rate.median, rate.status === 'MEASURED' ? 1 : 0]);
    return {
      type: 'custom',
      name: engine,
      silent: true,
      z: 5,
      data,
      encode: { x: 0, y: [1, 2] },
      renderItem(params, api) {
        const [tier, least, most, median, measured] = data[params.dataIndex];
        const bar = api.barLayout({ ...BARS, count: engines.length })[engines.indexOf(engine)];
        const floor = params.coordSys.y + params.coordSys.height;
        const x = Math.round(api.coord([tier, measured ? median : 1])[0] + bar.offsetCenter);
        if (!measured) {
          const { status } = rates.find(rate => rate.engine === engine && rate.tier === tiers[tier]);
          return { type: 'text', rotation: Math.PI / 2, x, y: floor - 4,
            style: { text: status.toLowerCase(),
              fill: charts.css(status === 'FAILED' ? '--bad' : '--soft'), fontSize: 11, verticalAlign: 'middle' } };
        }
        const low = api.coord([tier, least])[1];
        const high = api.coord([tier, most])[1];
        const half = Math.min(6, bar.width / 4);
        const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: ink, lineWidth: 1.2 } });
        const children = [line(x, low, x, high), line(x - half, low, x + half, low), line(x - half, high, x + half, high)];
        if (bar.width >= 26) {
          // On a long whisker the figure stands at the median, where it belongs.
          const top = api.coord([tier, median])[1];
          children.push({ type: 'text', z2: 10, x, y: (top - high < 16 ? high : top) - 3, style: { text: format.rate(median), fill: ink, fontSize: 11,
            align: 'center', verticalAlign: 'bottom', backgroundColor: charts.css('--raised'), padding: [1, 1] } });
        }
        return { type: 'group', children };
      },
    };
  }

  function throughputOption(workload, range, description) {
    const engines = run.engines.filter(charts.shown);
    const of = (engine, tier) => workload.rates.find(rate => rate.engine === engine && rate.tier === tier);
    return {
      ...charts.base(description),
      xAxis: charts.axis('category', '', null, {
        data: tiers.map(name => tierLabel(name).replace(' (', '\n').replace(')', '')),
      }),
      yAxis: charts.axis('log', 'operations/s', format.rate, range),
      tooltip: { ...charts.base('').tooltip, trigger: 'item', formatter: at => {
        const rate = of(at.seriesName, tiers[at.dataIndex]);
        return charts.lines(`${rate.engine}, ${rate.tier}`, `median ${format.rate(rate.median)} operations/s`,
          `${format.rate(rate.least)} to ${format.rate(rate.most)} in ${rate.iterations} iterations`,
          `${format.ratio(rate.ofReference)} of ${run.reference}, ${format.ratio(rate.ofLargest)} of itself with the most memory`);
      } },
      series: [
        ...engines.map(engine => ({
          type: 'bar', name: engine, ...BARS, itemStyle: { color: charts.color(engine), opacity: 0.85 },
          data: tiers.map(tier => (of(engine, tier) || {}).median ?? null),
        })),
        ...engines.map(engine => whiskers(workload.rates, engines, engine)),
      ],
    };
  }

  function throughput() {
    const place = section('throughput', 'Operations a second',
      'The median over all iterations of all rounds; whiskers from the slowest iteration to the fastest. The axis is logarithmic: read heights by the axis, not against each other. The charts of 2016 came without numbers, so only their shape can be compared: which engine leads, and how it falls when memory shrinks.');
    const grid = element('div', { class: 'charts' });
    place.append(grid);
    run.workloads.forEach(workload => {
      const alike = run.workloads.filter(each => each.name === workload.name).flatMap(each => each.rates);
      const range = charts.decades(alike.flatMap(rate => [rate.least, rate.most]));
      const title = workloadLabel(workload) + ({ insert: ' (store empty at first)', update: ' (store full)' }[workload.name] || '');
      const description = `Operations a second of ${title}, by memory and engine. ` + workload.rates
        .map(rate => `${rate.engine} ${rate.tier}: ${rate.median === null ? rate.status.toLowerCase() : format.rate(rate.median)}`).join(', ');
      charts.add(grid, {
        title,
        description,
        option: () => throughputOption(workload, range, description),
        table: [[
          { name: 'memory', of: rate => tierLabel(rate.tier), kind: 'row' },
          { name: 'engine', of: rate => rate.engine },
          { name: 'median', of: rate => (rate.status === 'MEASURED' ? format.rate(rate.median) : rate.status), kind: 'number' },
          { name: 'slowest', of: rate => rate.least, show: format.rate, kind: 'number' },
          { name: 'fastest', of: rate => rate.most, show: format.rate, kind: 'number' },
          { name: 'iterations', of: rate => rate.iterations, kind: 'number' },
          { name: '÷ ' + run.reference, of: rate => rate.ofReference, show: format.ratio, kind: 'number' },
          { name: '÷ most memory', of: rate => rate.ofLargest, show: format.ratio, kind: 'number' },
        ], [...workload.rates].sort((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier))],
      });
    });
  }

  /* 2. Distribution of the service time */

  function distributions() {
    if (run.distributions.length === 0) {
      return;
    }
    const place = section('distribution', 'Service time of a read',
      'How many of the reads took at most so long: the time of single reads, sampled while all threads read. The axis of time is logarithmic. Rounds are averaged percentile by percentile.');
    const groups = tiers.map(tier => ({ title: tierLabel(tier), about: 'reads, memory ' + tier, rows: run.distributions.filter(each => each.tier === tier) }));
    charts.distributions(place, groups.filter(group => group.rows.length > 0),
      { tail: 'Show the slow tail', done: 'reads done', slower: 'slower reads', time: 'service time', noun: 'reads' });
  }

  /* 3. Size */

  /** An axis from 0 whose steps are round in binary units. */
  function binary(bytes) {
    const interval = 2 ** Math.ceil(Math.log2(Math.max(1, ...bytes, run.rawBytes || 0) / 5));
    return { min: 0, max: Math.ceil(Math.max(1, ...bytes, run.rawBytes || 0) / interval) * interval, interval };
  }

  function sizes() {
    if (run.sizes.length === 0) {
      return;
    }
    const place = section('size', 'Size on disk after loading', run.publishedSize);
    const grid = element('div', { class: 'charts wide' });
    place.append(grid);
    const description = 'Size on disk after loading. ' + run.sizes
      .map(each => `${each.engine} ${format.size(each.bytesOnDisk)}, ${(each.rawBytes / each.bytesOnDisk).toFixed(2)} times smaller than raw`).join('; ');
    const one = charts.add(grid, {
      title: `Loaded and settled; raw data ${format.size(run.rawBytes)}`,
      description,
      option: () => {
        const rows = run.sizes.filter(each => charts.shown(each.engine)).reverse();
        return {
          ...charts.base(description),
          grid: { ...charts.base('').grid, right: 24, top: 34 },
          xAxis: charts.axis('value', '', format.size, binary(rows.map(each => each.bytesOnDisk))),
          yAxis: charts.axis('category', '', null, {
            data: rows.map(each => `${each.engine}\n${format.size(each.bytesOnDisk)}, raw ÷ disk ${(each.rawBytes / each.bytesOnDisk).toFixed(2)}`),
          }),
          tooltip: { ...charts.base('').tooltip, formatter: at => charts.lines(rows[at.dataIndex].engine,
            `codec ${rows[at.dataIndex].codec}`, `${format.size(rows[at.dataIndex].bytesOnDisk)} on disk`) },
          series: [{
            type: 'bar', barMaxWidth: 28,
            data: rows.map(each => ({ value: each.bytesOnDisk, itemStyle: { color: charts.color(each.engine), opacity: 0.85 } })),
            markLine: run.rawBytes ? { silent: true, z: 1, symbol: 'none', data: [{ xAxis: run.rawBytes }],
              lineStyle: { color: charts.css('--ink'), type: 'dashed' }, label: { formatter: 'raw', color: charts.css('--ink') } } : undefined,
          }],
        };
      },
      table: [[
        { name: 'engine', of: each => each.engine, kind: 'row' },
        { name: 'codec', of: each => each.codec },
        { name: 'on disk', of: each => each.bytesOnDisk, show: format.size, kind: 'number' },
        { name: 'raw ÷ disk', of: each => (each.rawBytes / each.bytesOnDisk).toFixed(2), kind: 'number' },
      ], run.sizes],
    });
    one.place.style.height = 5 + 2.4 * run.sizes.length + 'rem';
  }

  /* 4. Latency, here and there */

  const times = (group, of) => [
    { name: 'average', group, of: row => of(row)?.times?.average, show: format.micros, kind: 'number' },
    { name: 'median', group, of: row => of(row)?.times?.median, show: format.micros, kind: 'number' },
    { name: '99th', group, of: row => of(row)?.times?.p99, show: format.micros, kind: 'number' },
    { name: 'average ÷', group, of: row => of(row)?.ofReference?.average, show: format.ratio, kind: 'number' },
    { name: '99th ÷', group, of: row => of(row)?.ofReference?.p99, show: format.ratio, kind: 'number' },
  ];
  const growths = (group, of) => [
    { name: 'average', group, of: row => of(row)?.average, show: format.ratio, kind: 'number' },
    { name: 'median', group, of: row => of(row)?.median, show: format.ratio, kind: 'number' },
    { name: '99th', group, of: row => of(row)?.p99, show: format.ratio, kind: 'number' },
  ];

  function latencies() {
    const place = section('latency', 'Read latency, here and published',
      'Ratios beside ratios: other machines have other times, but the engines should stand to each other in about the same way.');
    place.append(table(`Service time of a read, here and in 2016; ÷: as a multiple of ${run.reference}’s in the same tier`, [
      { name: 'memory', of: row => row.memory, kind: 'row' },
      { name: 'engine', of: row => row.engine },
      ...times('here', row => row.here),
      ...times('published 2016', row => row.published),
    ], run.latencies));
    place.append(table('From the tight tier to the scarce one a read takes so many times as long', [
      { name: 'engine', of: row => row.engine, kind: 'row' },
      ...growths('here', row => row.here),
      ...growths('published 2016', row => row.published),
    ], run.growth));
  }

  /* 5. Over time */

  /** Warm-up windows and iterations as [seconds, value], in the unit of the iterations. */
  function course(cell) {
    const sampled = cell.workload === 'read latency';
    const warmUp = cell.warmUp.map((rate, i) => [i + 0.5, sampled ? cell.threads * 1e6 / rate : rate]);
    return { warmUp, measured: cell.iterations.map((value, i) => [warmUp.length + (i + 0.5) * cell.iterationSeconds, value]) };
  }

  function overTime() {
    const place = section('time', 'Over time',
      'Throughput from the first second on: the warm-up in windows of a second (dashed), then the iterations that count (solid), a line for each round. One short iteration between them is left out. Inserts are measured from the empty store on, without warm-up. Of read latency the average service time is shown; in its warm-up that is threads ÷ throughput.');
    const charted = [...new Set(run.cells.map(workloadLabel))];
    charted.forEach(label => {
      const alike = run.cells.filter(cell => workloadLabel(cell) === label && cell.iterations.length + cell.warmUp.length > 0);
      if (alike.length === 0) {
        return;
      }
      const show = alike[0].workload === 'read latency' ? format.micros : format.rate;
      const range = charts.decades(alike.flatMap(cell => Object.values(course(cell)).flat().map(point => point[1])));
      place.append(element('h3', {}, label));
      const grid = element('div', { class: 'charts small' });
      place.append(grid);
      tiers.forEach(tier => {
        const cells = alike.filter(cell => cell.tier === tier);
        if (cells.length === 0) {
          return;
        }
        const end = Math.max(...cells.flatMap(cell => Object.values(course(cell)).flat().map(point => point[0])));
        const description = `${label}, memory ${tier}, over time: warm-up, then iterations of ` + cells.map(cell => cell.engine).join(', ');
        charts.add(grid, {
          title: tierLabel(tier),
          level: 'h4',
          description,
          option: () => ({
            ...charts.base(description),
            grid: { ...charts.base('').grid, top: 14, bottom: 28 },
            xAxis: charts.below('value', 'seconds', null, { min: 0, max: Math.ceil(end), splitLine: { show: false }, axisLabel: { ...charts.axis('value').axisLabel, showMaxLabel: false } }),
            yAxis: charts.axis('log', '', show, range),
            tooltip: { ...charts.base('').tooltip, formatter: at => charts.lines(at.seriesName, `${show(at.data[1])} at ${at.data[0].toFixed(1)} s`) },
            series: cells.filter(cell => charts.shown(cell.engine)).flatMap(cell => {
              const { warmUp, measured } = course(cell);
              const line = { type: 'line', symbol: charts.symbol(cell.engine), symbolSize: 4, color: charts.color(cell.engine) };
              const name = `${cell.engine}, round ${cell.round + 1}`;
              return [
                { ...line, name: name + ', warm-up', data: warmUp, lineStyle: { width: 1, type: 'dashed' }, itemStyle: { opacity: 0.6 } },
                { ...line, name: name + ', measured', data: measured, lineStyle: { width: 2.5 } },
              ];
            }),
          }),
          table: [[
            { name: 'engine', of: cell => cell.engine, kind: 'row' },
            { name: 'round', of: cell => cell.round + 1, kind: 'number' },
            { name: 'steady', of: cell => (cell.steady === null ? '–' : cell.steady ? 'yes' : 'no') },
            { name: 'warm-up, each second', of: cell => course(cell).warmUp.map(point => show(point[1])).join(', '), kind: 'text' },
            { name: 'iterations', of: cell => cell.iterations.map(show).join(', '), kind: 'text' },
          ], cells],
        });
      });
    });
  }

  /* 6. Proof */

  function proof() {
    const limited = run.cells.filter(cell => cell.memory);
    const place = section('proof', 'Proof of the limits',
      'The limit is what engine and page cache were given; the harness is granted its own memory on top (the published program took about 750 MB of its limit). A limit that was reached, pages that were read again and disk reads for each operation show that it was memory that held the engine back. Page cache and anonymous memory are those at the end.');
    const bytes = (name, of) => ({ name, group: 'memory', of: cell => of(cell.memory), show: format.size, kind: 'number' });
    const each = (name, of) => ({ name, group: 'for each operation', of: cell => of(cell.perOperation), show: format.amount, kind: 'number' });
    place.append(table('Every round of every cell that had a limit', [
      { name: 'engine', of: cell => cell.engine, kind: 'row' },
      { name: 'memory', of: cell => cell.tier },
      { name: 'workload', of: workloadLabel },
      { name: 'round', of: cell => cell.round + 1, kind: 'number' },
      bytes('limit', memory => memory.engine),
      bytes('harness', memory => memory.harness),
      bytes('peak', memory => memory.peak),
      { name: 'peak ÷ both', group: 'memory', of: cell => cell.memory.peak / cell.memory.limit, show: format.share, kind: 'number' },
      bytes('page cache', memory => memory.pageCache),
      bytes('anonymous', memory => memory.anonymous),
      each('major faults', amounts => amounts.majorFaults),
      each('pages read again', amounts => amounts.refaults),
      { ...each('disk read', amounts => amounts.diskRead), show: format.size },
      { ...each('disk written', amounts => amounts.diskWritten), show: format.size },
      { ...each('CPU', amounts => amounts.cpuMicros), show: format.micros },
    ], limited));
  }

  /* 7. What speaks against it, settings, environment */

  function doubts() {
    const place = section('doubts', 'What speaks against it');
    const unmeasured = run.cells.filter(cell => cell.status !== 'MEASURED');
    if (unmeasured.length > 0) {
      place.append(table('Cells without a figure', [
        { name: 'engine', of: cell => cell.engine, kind: 'row' },
        { name: 'outcome', of: cell => (cell.status === 'FAILED' ? 'FAILED' : cell.status.toLowerCase()) },
        { name: 'memory', of: cell => cell.tier },
        { name: 'workload', of: workloadLabel },
        { name: 'round', of: cell => cell.round + 1, kind: 'number' },
        { name: 'why', of: cell => cell.message, kind: 'text' },
      ], unmeasured));
    }
    place.append(run.doubts.length === 0
      ? element('p', {}, 'Nothing that the suite looks for.')
      : element('ul', { class: 'doubts' }, ...run.doubts.map(doubt => element('li', {}, doubt))));
    if (run.leftOut.length > 0) {
      place.append(table('Engines that took no part', [
        { name: 'engine', of: fact => fact.name, kind: 'row' },
        { name: 'why', of: fact => fact.value, kind: 'text' },
      ], run.leftOut));
    }
  }

  function settings() {
    const place = section('settings', 'Settings of the engines',
      'What each engine made of the settings: honoured, replaced by something that keeps the promise, ignored because it has nothing of the kind, or its adapter’s own departure from a default.');
    place.append(table('Settings in force', [
      { name: 'engine', of: each => each.engine, kind: 'row' },
      { name: 'setting', of: each => each.name, kind: 'word' },
      { name: 'value', of: each => each.value, kind: 'word' },
      { name: 'role', of: each => each.role },
      { name: 'memory', of: each => each.tiers.join(', ') || 'all' },
      { name: 'why', of: each => each.reason, kind: 'text' },
    ], run.settings));
  }

  function environment() {
    const place = section('environment', 'Environment, and how to repeat it');
    place.append(table('Environment', [
      { name: 'what', of: fact => fact.name, kind: 'row' },
      { name: 'value', of: fact => fact.value, kind: 'text' },
    ], run.environment));
    place.append(element('p', {}, 'The command, and how each fork’s command line begins:'));
    run.commands.forEach(command => place.append(element('pre', { tabindex: '0' }, command)));
  }

  function header() {
    const count = status => run.cells.filter(cell => cell.status === status).length;
    const tally = element('p', { class: 'tally' }, element('span', {}, `${count('MEASURED')} measured`));
    [['FAILED', 'failed', 'bad'], ['UNSUPPORTED', 'unsupported', '']].forEach(([status, word, kind]) => {
      if (count(status) > 0) {
        tally.append(element('span', { class: kind }, `${count(status)} ${word}`));
      }
    });
    if (run.doubts.length > 0) {
      tally.append(element('a', { class: 'doubt', href: '#doubts' }, run.doubts.length + (run.doubts.length === 1 ? ' doubt' : ' doubts')));
    }
    document.getElementById('header').append(
      element('h1', {}, run.title),
      element('p', { class: 'soft subtitle' }, run.subtitle),
      element('p', {}, 'Terark’s experiment of 2016 on this machine: embedded engines, movie reviews, memory of several sizes. Absolute figures are not expected to match, their shape is.'),
      tally, parts.navigation());
  }

  document.getElementById('main').append(legend);
  [throughput, distributions, sizes, latencies, overTime, proof, doubts, settings, environment].forEach(make => make());
  header();
  charts.start();
})();
