/* Charts by Apache ECharts (SVG), in the page's colours, all drawn anew when colours, sizes or the choice of engines change. */
const charts = (() => {
  const drawn = [];
  const hidden = new Set();
  let engines = [];

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const COLORS = 12;
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];
  const series = engine => `--series-${engines.indexOf(engine) % COLORS + 1}`;
  const color = engine => css(series(engine));
  // 12 and 8 meet again at the 25th engine only.
  const symbol = engine => SYMBOLS[engines.indexOf(engine) % SYMBOLS.length];
  /** How an engine's line looks; with more engines than colors the dashes tell two of one color apart. */
  const line = engine => ({
    type: 'line', name: engine, color: color(engine), symbol: symbol(engine), symbolSize: 8,
    lineStyle: { width: 2, type: engines.indexOf(engine) < COLORS ? 'solid' : 'dashed' },
  });
  const shown = engine => !hidden.has(engine);

  /** Text in a tooltip: a line each, the first one strong. */
  const lines = (...texts) => {
    const made = parts.element('div', { class: 'tooltip' });
    texts.forEach((text, i) => made.append(parts.element(i === 0 ? 'strong' : 'div', {}, text)));
    return made;
  };

  /** What all charts have in common; formatter makes the tooltip of a point. */
  function base(description, grid = {}, formatter = null) {
    return {
      animation: false,
      textStyle: { color: css('--ink'), fontFamily: 'sans-serif' },
      aria: { enabled: true, label: { description } },
      grid: { left: 8, right: 16, top: 26, bottom: 8, containLabel: true, ...grid },
      tooltip: { confine: true, trigger: 'item', formatter, backgroundColor: css('--paper'), borderColor: css('--line'), textStyle: { color: css('--ink') } },
    };
  }

  function axis(type, name, show, more = {}) {
    const soft = css('--soft');
    return {
      type,
      name,
      nameTextStyle: { color: soft, fontSize: 11, align: 'left' },
      nameGap: 10,
      axisLine: { show: type === 'category', lineStyle: { color: css('--line') } },
      axisTick: { show: false },
      axisLabel: { color: soft, fontSize: 11, lineHeight: 14, hideOverlap: true, ...(show ? { formatter: format.tick(show) } : {}) },
      splitLine: { show: type !== 'category', lineStyle: { color: css('--line') } },
      minorSplitLine: { show: false },
      ...more,
    };
  }

  /** An axis below the plot: its name is in the middle. */
  const below = (type, name, show, more = {}) =>
    axis(type, name, show, { nameLocation: 'middle', nameGap: 30, nameTextStyle: { color: css('--soft'), fontSize: 11 }, ...more });

  /** Whole powers around all positive values: decades, or 32 for sizes in binary units. */
  function decades(values, logBase = 10) {
    const known = values.filter(value => value > 0);
    if (known.length === 0) {
      return { min: 1, max: logBase, logBase };
    }
    const power = value => Math.log(value) / Math.log(logBase);
    // Without a margin: ECharts rounds the end of the axis to as many digits as the least value has, 0.1 to 0 if that is 1.
    const min = logBase ** Math.floor(power(Math.min(...known)) + 1e-9);
    const max = logBase ** Math.ceil(power(Math.max(...known) * 1.1));
    return { min, max, logBase };
  }

  /** A figure with a chart; option() is asked anew whenever it is drawn, the table follows in a fold. */
  function add(parent, { title, description, option, table, level = 'h3' }) {
    const place = parts.element('div', { class: 'chart', role: 'img', 'aria-label': description });
    const figure = parts.element('figure', {}, parts.element(level, {}, title), place);
    if (table) {
      figure.append(parts.folded(title, ...table));
    }
    parent.append(figure);
    const one = { place, chart: null, option };
    drawn.push(one);
    return one;
  }

  function draw(one) {
    if (!one.chart) {
      one.chart = echarts.init(one.place, null, { renderer: 'svg' });
    }
    one.chart.setOption(one.option(), { notMerge: true });
  }

  const redraw = () => drawn.forEach(draw);

  /** Points with their intervals, an engine a line, from top to bottom; rows are {candidate, at, low, high}, low and high may be null. */
  function points(rows, description, { name, show, min, max, tooltip, mark }) {
    const within = value => Math.min(max, Math.max(min, value));
    return {
      ...base(description, { bottom: 30, right: 24 }, at => tooltip(rows[at.dataIndex])),
      xAxis: below('log', name, show, { min, max }),
      yAxis: axis('category', '', null, { data: rows.map(row => row.candidate) }),
      series: [{
        type: 'custom', silent: true, data: rows.map((row, i) => [row.low ?? row.at, row.high ?? row.at, i]), encode: { x: [0, 1], y: 2 },
        renderItem(params, api) {
          const row = rows[params.dataIndex];
          if (row.low === null) {
            return { type: 'group', children: [] };
          }
          const [x1, y] = api.coord([within(row.low), params.dataIndex]);
          const x2 = api.coord([within(row.high), params.dataIndex])[0];
          const style = { stroke: color(row.candidate), lineWidth: 3, opacity: 0.6 };
          const cap = (x, cut) => (cut ? [] : [{ type: 'line', shape: { x1: x, y1: y - 5, x2: x, y2: y + 5 }, style }]);
          return { type: 'group', children: [{ type: 'line', shape: { x1, y1: y, x2, y2: y }, style },
            ...cap(x1, row.low < min), ...cap(x2, row.high > max)] };
        },
      }, {
        type: 'scatter', symbolSize: 11, z: 4,
        data: rows.map((row, i) => ({ value: [within(row.at), i], symbol: symbol(row.candidate), itemStyle: { color: color(row.candidate) } })),
        label: { show: true, position: 'top', distance: 3, padding: [0, 2], backgroundColor: css('--raised'), color: css('--ink'), fontSize: 11, formatter: at => show(rows[at.dataIndex].at) },
        ...(mark ? { markLine: { silent: true, symbol: 'none', data: [{ xAxis: mark }], label: { show: false }, lineStyle: { color: css('--soft'), type: 'dashed' } } } : {}),
      }],
    };
  }

  /** The height of a chart with an engine a line. */
  const tall = rows => 6 + 2.4 * rows.length + 'rem';

  /** A bar an engine, from zero on; the table follows in a fold. */
  function bars(grid, title, rows, valueOf, show, columns) {
    const known = rows.filter(row => valueOf(row) !== null);
    if (known.length === 0) {
      return;
    }
    const description = `${title}. ` + known.map(row => `${row.candidate}: ${show(valueOf(row))}`).join(', ');
    const one = add(grid, {
      title, description,
      option: () => {
        const visible = known.filter(row => shown(row.candidate)).reverse();
        return {
          ...base(description, {}, at => lines(visible[at.dataIndex].candidate, show(valueOf(visible[at.dataIndex])))),
          xAxis: axis('value', '', show, { min: 0, splitNumber: 3 }),
          yAxis: axis('category', '', null, { data: visible.map(row => `${row.candidate}  ${show(valueOf(row))}`) }),
          series: [{ type: 'bar', barMaxWidth: 22, data: visible.map(row => ({ value: valueOf(row), itemStyle: { color: color(row.candidate), opacity: 0.85 } })) }],
        };
      },
      ...(columns ? { table: [columns, rows] } : {}),
    });
    one.place.style.height = 5 + 1.9 * known.length + 'rem';
  }

  /** What differs by orders of magnitude, on a logarithmic axis; the least above. */
  function spots(grid, title, rows, valueOf, show) {
    const known = rows.filter(row => valueOf(row) > 0).sort((a, b) => valueOf(b) - valueOf(a));
    if (known.length === 0) {
      return;
    }
    const description = `${title}. ` + known.map(row => `${row.candidate}: ${show(valueOf(row))}`).join(', ');
    const range = decades(known.map(valueOf));
    const one = add(grid, {
      title, description,
      option: () => points(known.filter(row => shown(row.candidate)).map(row => ({ candidate: row.candidate, at: valueOf(row), low: null, high: null })), description, {
        name: '', show, ...range, tooltip: row => lines(row.candidate, show(row.at)),
      }),
    });
    one.place.style.height = tall(known);
  }

  /** Cumulative distributions of times in microseconds: a chart a group {title, rows: [{candidate, percentiles}]}. A button shows the tail. */
  function distributions(place, groups) {
    let tail = false;
    place.append(parts.toggle('Show the slow tail', false, on => { tail = on; redraw(); }, { class: 'toggle' }));
    const grid = parts.element('div', { class: 'charts' });
    place.append(grid);
    const range = decades(groups.flatMap(group => group.rows).flatMap(row => row.percentiles.map(point => point.value)));
    const value = (row, percent) => (row.percentiles.find(point => point.percent === percent) || {}).value;
    const share = percent => percent + ' %';
    groups.forEach(({ title, rows }) => {
      const description = `Cumulative distribution of operation times, ${title}. ` + rows
        .map(row => `${row.candidate}: median ${format.micros(value(row, 50))}, 99th percentile ${format.micros(value(row, 99))}`).join('; ');
      add(grid, {
        title, description,
        option: () => ({
          ...base(description, { bottom: 30 }, at => lines(at.seriesName, `${at.data[2]} % of operations took at most ${format.micros(at.data[0])}`)),
          xAxis: below('log', 'time of an operation', format.micros, range),
          yAxis: tail ? axis('log', 'slower operations', share, { min: 0.01, max: 100 }) : axis('value', 'operations done', share, { min: 0, max: 100, interval: 25 }),
          series: rows.filter(row => shown(row.candidate)).map(row => ({
            ...line(row.candidate), symbolSize: 6,
            data: row.percentiles.filter(point => point.value > 0 && (!tail || point.percent < 100))
              .map(point => [point.value, tail ? 100 - point.percent : point.percent, point.percent]),
          })),
        }),
        table: [[
          { name: 'percentile', of: at => at, kind: 'row' },
          ...rows.map(row => ({ name: row.candidate, of: at => value(row, at), show: format.micros, kind: 'number' })),
        ], [...new Set(rows.flatMap(row => row.percentiles.map(point => point.percent)))].sort((a, b) => a - b)],
      });
    });
  }

  /** Buttons that show and hide an engine in all charts. */
  function legend(names) {
    engines = names;
    const bar = parts.element('div', { class: 'engines', role: 'group', 'aria-label': 'Candidates shown in the charts' });
    names.forEach(name => {
      const swatch = parts.element('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = `var(${series(name)})`;
      bar.append(parts.toggle([swatch, name], true, on => {
        on ? hidden.delete(name) : hidden.add(name);
        redraw();
      }, { class: 'engine' }));
    });
    return bar;
  }

  /** Draws all charts, now and whenever it is needed. */
  function start() {
    redraw();
    ['(prefers-color-scheme: dark)', 'print'].forEach(media => matchMedia(media).addEventListener('change', redraw));
    const watcher = new ResizeObserver(changed => changed.forEach(({ target }) => {
      const one = drawn.find(each => each.place === target);
      one.chart.resize();
      draw(one);
    }));
    drawn.forEach(one => watcher.observe(one.place));
  }

  return { css, color, symbol, line, shown, lines, base, axis, below, decades, add, tall, points, bars, spots, distributions, legend, start, redraw };
})();
