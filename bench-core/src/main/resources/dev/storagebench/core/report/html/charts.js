/* Charts by Apache ECharts (SVG), in the page's colours, all drawn anew when colours, sizes or the choice of engines change. */
const charts = (() => {
  const drawn = [];
  const hidden = new Set();
  let engines = [];

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const color = engine => css('--series-' + (engines.indexOf(engine) % 8 + 1));
  const symbol = engine => ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow', 'roundRect', 'circle'][engines.indexOf(engine) % 8];
  const shown = engine => !hidden.has(engine);

  /** Text in a tooltip: a line each, the first one strong. */
  const lines = (...texts) => {
    const made = parts.element('div', { class: 'tooltip' });
    texts.forEach((text, i) => made.append(parts.element(i === 0 ? 'strong' : 'div', {}, text)));
    return made;
  };

  function base(description) {
    return {
      animation: false,
      textStyle: { color: css('--ink'), fontFamily: 'sans-serif' },
      aria: { enabled: true, label: { description } },
      grid: { left: 8, right: 16, top: 26, bottom: 8, containLabel: true },
      tooltip: { confine: true, backgroundColor: css('--paper'), borderColor: css('--line'), textStyle: { color: css('--ink') } },
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

  /** Whole decades around all positive values. */
  function decades(values) {
    const known = values.filter(value => value > 0);
    if (known.length === 0) {
      return { min: 1, max: 10 };
    }
    const min = 10 ** Math.floor(Math.log10(Math.min(...known) * 0.9));
    const max = 10 ** Math.ceil(Math.log10(Math.max(...known) * 1.1));
    return { min, max };
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

  /** Buttons that show and hide an engine in all charts. */
  function legend(names) {
    engines = names;
    const bar = parts.element('div', { class: 'engines', role: 'group', 'aria-label': 'Engines shown in the charts' });
    names.forEach(name => {
      const swatch = parts.element('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = `var(--series-${names.indexOf(name) % 8 + 1})`;
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
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
    const watcher = new ResizeObserver(changed => changed.forEach(({ target }) => {
      const one = drawn.find(each => each.place === target);
      one.chart.resize();
      draw(one);
    }));
    drawn.forEach(one => watcher.observe(one.place));
  }

  return { css, color, symbol, shown, lines, base, axis, below, decades, add, legend, start, redraw };
})();
