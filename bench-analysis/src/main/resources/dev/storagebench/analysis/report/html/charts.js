/* Charts by Apache ECharts (SVG), in the page's colours, all drawn anew when colours, sizes or the choice of engines change. */
const charts = (() => {
  const drawn = [];

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const COLORS = 24;
  /** ECharts takes the height of a line from a Chinese character, which a system may not have. */
  const LABEL = { fontSize: 11, lineHeight: 13 };
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];
  /** Their places fix their colours on all pages; new engines are added at the end. */
  const ENGINES = ['rocksdb', 'lmdb', 'sqlite', 'mapdb-hash', 'wiredtiger', 'leveldb', 'mapdb', 'noop', 'mysql', 'h2', 'xodus', 'je',
    'mariadb', 'myrocks', 'chronicle', 'mvstore', 'leveldbjni', 'hyperleveldb', 'rocksdb-c', 'postgresql', 'perconaft'];
  const looks = new Map();

  /** Other names get what is free on this page, beginning where their letters say. */
  function look(engine) {
    if (!looks.has(engine)) {
      const known = ENGINES.indexOf(engine);
      const start = [...engine].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)) % 9973, 7);
      const taken = [...looks.values()].map(each => each.place % COLORS);
      const free = [...Array(COLORS).keys()].map(i => (start + i) % COLORS).find(each => !taken.includes(each));
      looks.set(engine, { place: known >= 0 ? known : free ?? start % COLORS + COLORS,
        symbol: SYMBOLS[(known >= 0 ? known : looks.size + 1) % SYMBOLS.length] });
    }
    return looks.get(engine);
  }
  /** Engines with fixed colours choose first. */
  const register = names => [...names].sort((a, b) => ENGINES.includes(b) - ENGINES.includes(a)).forEach(look);
  const series = engine => `--series-${look(engine).place % COLORS + 1}`;
  const color = engine => css(series(engine));
  /** How an engine's line looks; dashes tell two of one color apart. */
  const line = engine => ({
    type: 'line', name: engine, color: color(engine), symbol: look(engine).symbol, symbolSize: 8,
    lineStyle: { width: 2, type: look(engine).place < COLORS ? 'solid' : 'dashed' },
  });

  /** Text in a tooltip: a line each, the first one strong. */
  const lines = (...texts) => parts.element('div', { class: 'tooltip' },
    ...texts.map((text, i) => parts.element(i === 0 ? 'strong' : 'div', {}, text)));

  /** What all charts have in common; formatter makes the tooltip of a point. */
  function base(description, grid = {}, formatter = null) {
    return {
      animation: false,
      textStyle: { color: css('--ink'), fontFamily: 'sans-serif' },
      aria: { enabled: true, label: { description } },
      grid: { left: 8, right: 24, top: 26, bottom: 8, containLabel: true, ...grid },
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
      axisLabel: { show: type !== 'log', color: soft, fontSize: 11, lineHeight: 14, hideOverlap: true, ...(show ? { formatter: format.tick(show) } : {}) },
      splitLine: { show: type === 'value', lineStyle: { color: css('--line') } },
      ...more,
      ticks: (more.ticks || []).map(at => [at, format.tick(show)(at)]),
    };
  }

  /** Draws the ticks of logarithmic axes, which ECharts has at whole powers only. */
  function ruled(option) {
    const rules = ['xAxis', 'yAxis'].map(axis => option[axis].ticks.map(([at, text]) => ({
      [axis]: at, label: { formatter: text }, lineStyle: at === option[axis].dashed ? { color: css('--soft'), type: 'dashed' } : {} })));
    const wide = Math.max(0, ...rules[1].map(rule => rule.label.formatter.length));
    return {
      ...option,
      markLine: { z: 0 },
      grid: { ...option.grid, left: option.grid.left + 6.6 * wide + (wide > 0 ? 4 : 0), bottom: option.grid.bottom + (rules[0].length > 0 ? 16 : 0) },
      series: [...option.series, { type: 'line', data: [], silent: true, markLine: { silent: true, symbol: 'none', data: rules.flat(),
        lineStyle: { color: css('--line'), type: 'solid', width: 1 }, label: { position: 'start', distance: [9, 4], color: css('--soft'), ...LABEL } } }],
    };
  }

  /** An axis below the plot: its name is in the middle. */
  const below = (type, name, show, more = {}) =>
    axis(type, name, show, { nameLocation: 'middle', nameGap: 30, nameTextStyle: { color: css('--soft'), fontSize: 11 }, ...more });

  /**
   * A logarithmic axis around all positive values; it ends and has ticks at 1, 2 and 5 times powers of ten, of sizes at powers of two, or, to
   * be fine, of values that are close together at multiples of such a step.
   */
  function logarithmic(values, { binary = false, fine = false } = {}) {
    const known = values.filter(value => value > 0);
    const [least, most] = known.length > 0 ? [Math.min(...known), Math.max(...known) * 1.1] : [1, 10];
    const [base, steps] = binary ? [2, [1]] : [10, [1, 5, 2]];
    const [first, last] = [least, most].map(value => Math.floor(Math.log(value) / Math.log(base) + 1e-9));
    const powers = [...Array(last - first + 5).keys()].map(i => first - 3 + i).sort((a, b) => Math.abs(a) - Math.abs(b));
    const round = steps.flatMap(step => powers.map(power => step * base ** power));
    const step = Math.min(...round.filter(each => each >= (most - least) / 5));
    const all = fine && most < 3 * least ? [...Array(8).keys()].map(i => Number(((Math.floor(least / step) + i) * step).toPrecision(12))) : round;
    const min = Math.max(...all.filter(at => at <= least * (1 + 1e-9)));
    const max = Math.min(...all.filter(at => at >= most));
    // Powers first, then what there is room for between them.
    const gap = 0.13 * Math.log(max / min);
    const ticks = all.filter(at => at >= min && at <= max)
      .reduce((some, at) => (some.every(other => Math.abs(Math.log(at / other)) >= gap) ? [...some, at] : some), []);
    return { min, max, ticks };
  }

  /** An axis from zero to a round end, with four to ten ticks; of sizes at powers of two. */
  function linear(values, binary) {
    const most = values.length > 0 ? Math.max(...values) : 1;
    const base = binary ? 2 : 10;
    const power = base ** Math.floor(Math.log(most / 4) / Math.log(base));
    const interval = power * ([1, 2, 5].find(step => step < base && most <= 8 * step * power) || base);
    return { min: 0, max: Math.ceil(most * 1.02 / interval) * interval, interval };
  }

  /** Puts each point's label where it covers neither another label nor a point; one for which there is no room is left out. */
  function apart(chart, points) {
    const placed = [];
    const meet = (a, b) => Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;
    const sides = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]];
    return ({ seriesIndex, labelRect: { width } }, height = 13) => {
      const dots = points.map(point => chart.convertToPixel({ gridIndex: 0 }, point));
      const [x, y] = dots[seriesIndex];
      const taken = [...dots.map(dot => ({ x: dot[0], y: dot[1], width: 12, height: 12 })), ...placed.filter((at, other) => at && other !== seriesIndex)];
      const plot = chart.getModel().getComponent('grid').coordinateSystem.getRect();
      const inside = at => at.x - width / 2 > plot.x + 2 && at.x + width / 2 < chart.getWidth() && at.y - height / 2 > plot.y && at.y + height / 2 < plot.y + plot.height;
      placed[seriesIndex] = [9, 20, 34, 50]
        .flatMap(away => sides.map(side => ({ x: x + side[0] * (away + width / 2), y: y + side[1] * (away + height / 2), width: width + 2, height })))
        .find(at => inside(at) && !taken.some(other => meet(at, other)));
      // Without room it is put on an earlier one, and ECharts hides it with its leader.
      const { x: left, y: top } = placed[seriesIndex] || placed.find(Boolean) || { x, y };
      return { x: left, y: top, align: 'center', verticalAlign: 'middle', hideOverlap: true };
    };
  }

  /** A point a series with its name. */
  const named = (chart, points, labelLayout = apart(chart, points.map(point => [point.x, point.y]))) => points.map(point => ({
    ...line(point.candidate), type: 'scatter', name: point.name, symbolSize: 11, itemStyle: { opacity: 1 }, data: [[point.x, point.y]], labelLayout,
    label: { show: true, formatter: point.name, color: css('--ink'), ...LABEL, backgroundColor: css('--raised') }, labelLine: { show: true, length2: 0, lineStyle: { color: css('--soft'), width: 0.7 } },
  }));

  /** A point a candidate; points() gives {candidate, name, x, y}, an axis is {name, show, binary?}. */
  function scatter(parent, title, x, y, points) {
    add(parent, {
      title, height: '22rem',
      option: chart => {
        const some = points().filter(point => selection.shown(point.candidate) && point.x > 0 && point.y > 0).sort((a, b) => b.y - a.y);
        return {
          ...base(title, { bottom: 30, right: 60 }, at => lines(at.seriesName, `${x.name}: ${x.show(at.data[0])}`, `${y.name}: ${y.show(at.data[1])}`)),
          xAxis: below('log', x.name, x.show, logarithmic(some.map(point => point.x), { fine: true, ...x })),
          yAxis: axis('log', y.name, y.show, logarithmic(some.map(point => point.y), { fine: true, ...y })),
          series: named(chart, some),
        };
      },
    });
  }

  /** A figure with a chart; option() is asked anew whenever it is drawn, a note and, in a fold, the table follow. */
  function add(parent, { title, description = title, height = '', option, note = '', table }) {
    const place = parts.element('div', { class: 'chart', role: 'img', 'aria-label': description, style: height && 'height: ' + height });
    const one = { place, chart: null, option };
    const figure = parts.element('figure', {}, parts.element('div', { class: 'head' }, parts.element('h3', {}, title),
      parts.copyPicture(title, () => picture(one, title))), place);
    if (note) {
      figure.append(parts.element('p', { class: 'missing' }, note));
    }
    if (table) {
      figure.append(typeof table === 'function' ? table() : parts.folded(title, ...table));
    }
    parent.append(figure);
    drawn.push(one);
    new ResizeObserver(() => {
      one.chart.resize();
      draw(one);
    }).observe(place);
  }

  /** The chart with its title and that of the page, as pixels. */
  function picture(one, title) {
    const wide = Math.max(640, one.place.clientWidth);
    const chart = echarts.init(parts.element('div'), null, { renderer: 'canvas', width: wide, height: one.place.clientHeight + 72 });
    const option = ruled(one.option(chart));
    const names = [...new Set(option.series.map(each => each.name))].filter(name => looks.has(name));
    const above = names.length > 0 ? 72 : 46;
    chart.setOption({
      ...option, backgroundColor: css('--raised'), grid: { ...option.grid, top: (option.grid.top || 0) + above },
      title: { text: title, subtext: document.title, left: 8, top: 8, itemGap: 6,
        textStyle: { color: css('--ink'), fontSize: 15 }, subtextStyle: { color: css('--soft'), fontSize: 11, width: wide - 16, overflow: 'truncate' } },
      legend: { show: names.length > 0, data: names, left: 8, top: 46, textStyle: { color: css('--ink'), fontSize: 11 } },
    });
    const canvas = chart.renderToCanvas({ pixelRatio: 2 });
    chart.dispose();
    return canvas;
  }

  function draw(one) {
    one.chart ??= echarts.init(one.place, null, { renderer: 'svg' });
    one.chart.setOption(ruled(one.option(one.chart)), { notMerge: true });
  }

  const redraw = () => drawn.forEach(draw);

  /** An interval from one place to another, with an end cap where it is not cut. */
  function interval(from, to, cut, [dx, dy], style) {
    const stroke = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style });
    return [stroke(...from, ...to), ...[from, to].filter((end, i) => !cut[i]).map(([x, y]) => stroke(x - dx, y - dy, x + dx, y + dy))];
  }

  /** Ratios of speeds with their intervals, the first one above: {candidate, mark, ratio, low, high, verdict, rounds}. */
  function ratios(all, description, name) {
    const rows = [...all].reverse();
    // A very wide interval must not squeeze all others; response times of an engine that did not keep up may be a million times the best.
    const ends = rows.flatMap(row => [row.ratio, row.low, row.high]).filter(value => value > 0);
    const at = rows.map(row => row.ratio);
    const least = Math.max(Math.min(1, ...ends), Math.min(1, ...at) / 10, 1e-4);
    const most = Math.min(Math.max(1, ...ends), 10 * Math.max(1, ...at), 1e4);
    const scale = logarithmic([least * 0.95, most], { fine: true });
    const within = value => Math.min(scale.max, Math.max(scale.min, value));
    const tooltip = row => lines(row.candidate, `${format.ratio(row.ratio)}: ${row.verdict}`,
      row.low === null ? 'no interval' : `95 % interval ${format.interval(row)}`, `${row.rounds} rounds`);
    return {
      ...base(description, { bottom: 30, right: 40 }, at => tooltip(rows[at.dataIndex])),
      xAxis: below('log', name, format.ratio, { ...scale, dashed: 1 }),
      yAxis: axis('category', '', null, { data: rows.map(row => row.candidate + (row.mark || '')) }),
      series: [{
        type: 'custom', silent: true, data: rows.map((row, i) => [within(row.low ?? row.ratio), within(row.high ?? row.ratio), i]), encode: { x: [0, 1], y: 2 },
        renderItem(params, api) {
          const row = rows[params.dataIndex];
          return row.low === null ? null : { type: 'group', children: interval(...[row.low, row.high].map(end => api.coord([within(end), params.dataIndex])),
            [row.low < scale.min, row.high > scale.max], [0, 5], { stroke: color(row.candidate), lineWidth: 3, opacity: 0.6 }) };
        },
      }, {
        type: 'scatter', symbolSize: 11, z: 4,
        data: rows.map((row, i) => ({ value: [within(row.ratio), i], symbol: look(row.candidate).symbol, itemStyle: { color: color(row.candidate), opacity: 1 } })),
        label: { show: true, position: 'top', distance: 3, padding: [0, 2], backgroundColor: css('--raised'), color: css('--ink'), ...LABEL, formatter: at => format.ratio(rows[at.dataIndex].ratio) },
      }],
    };
  }

  /** Cumulative distributions of times in microseconds: a chart a group {title, rows: [{candidate, percentiles}]}. A button shows the tail. */
  function distributions(place, groups) {
    let tail = false;
    place.append(parts.toggle('Show the slow tail', false, on => { tail = on; redraw(); }, { class: 'toggle' }));
    const grid = place.appendChild(parts.element('div', { class: 'charts' }));
    const range = logarithmic(groups.flatMap(group => group.rows).flatMap(row => row.percentiles.map(point => point.value)));
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
          yAxis: tail ? axis('log', 'slower operations', share, { ...logarithmic([0.01, 90]) }) : axis('value', 'operations done', share, { min: 0, max: 100, interval: 25 }),
          series: rows.filter(row => selection.shown(row.candidate)).map(row => ({
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

  /** Buttons that show and hide an engine in charts, rankings and tables. */
  function legend(names) {
    return names.map(name => {
      const swatch = parts.element('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = `var(${series(name)})`;
      const button = parts.toggle([swatch, name], selection.shown(name), on => selection.show(name, on), { class: 'engine' });
      selection.onChange(() => button.setAttribute('aria-pressed', selection.shown(name)));
      return button;
    });
  }

  /** Draws all charts, now and whenever it is needed. */
  function start() {
    redraw();
    // A slider changes the selection many times a second: charts out of sight wait until they are scrolled to.
    const stale = new Set();
    const inSight = ({ place }) => place.getBoundingClientRect().bottom > 0 && place.getBoundingClientRect().top < innerHeight;
    const catchUp = () => [...stale].filter(inSight).forEach(one => { stale.delete(one); draw(one); });
    selection.onChange(() => { drawn.forEach(one => stale.add(one)); catchUp(); });
    ['scroll', 'resize', 'toggle'].forEach(event => addEventListener(event, catchUp, { passive: true, capture: true }));
    ['(prefers-color-scheme: dark)', 'print'].forEach(media => matchMedia(media).addEventListener('change', redraw));
  }

  return { LABEL, css, register, series, color, line, lines, base, axis, below, linear, logarithmic, interval, scatter, add, ratios, distributions, legend, start };
})();
