/* Views: a run's pivots as charts and tables. Written by ViewTable. */
const views = (() => {
  const { unique, element, section, table } = parts;

  const show = unit => ({ us: format.micros, ms: value => format.micros(value === null ? value : value * 1e3), s: value => format.micros(value === null ? value : value * 1e6), B: format.size, x: format.ratio, '%': value => format.share(value) + ' %' })[unit.replace(/\/op$/, '')] || format.rate;
  const place = values => values.join(', ');

  /** A figure with its interval and, beside it, its ratios; grey if it is a burst of writes. */
  function cell(view, row, at) {
    const entry = (view.entries[row] || [])[at];
    if (!entry) {
      return '–';
    }
    const tone = entry.missing === 'FAILED' ? 'failed' : entry.unranked ? 'soft' : view.leading[row][at] ? 'best' : '';
    const ours = view.rows[row][view.dimensions.indexOf('candidate')] || entry.source;
    const beside = [entry.spread, entry.source.toLowerCase() === ours.toLowerCase() ? '' : entry.source, entry.ratios].filter(Boolean);
    return element('span', { class: tone }, entry.text, ...beside.flatMap(text => [' ', element('small', {}, text)]));
  }

  const valueOf = (view, row, at) => {
    const entry = (view.entries[row] || [])[at];
    return entry && entry.value !== null ? { value: entry.value, unit: view.columns[at].unit + view.rows[row][view.dimensions.indexOf('workload')] } : null;
  };
  const columnsOf = view => [
    ...view.dimensions.map((name, i) => ({ name, of: row => view.rows[row][i], kind: i === view.dimensions.indexOf('candidate') || view.dimensions.length === 1 ? 'row' : 'word' })),
    ...view.columns.map((column, i) => ({
      name: column.detail ? `${column.head} (${column.detail})` : column.head,
      of: row => valueOf(view, row, i), show: (value, row) => cell(view, row, i), kind: 'number',
    })),
  ];
  /** Columns of one candidate's figures by the values of the columns' one dimension. */
  const columnsOfOne = (view, candidate) => unique(view.columns.map(column => column.figure)).map(figure => {
    const columns = view.columns.filter(column => column.figure === figure);
    const row = view.rows.findIndex(values => values[view.dimensions.indexOf('candidate')] === candidate);
    // The title has the label of a view with one figure.
    const name = columns[0].head.replace(place(columns[0].values), '').trim() || view.title.split(', ').pop();
    const words = name.replace(/([a-z])([A-Z])/g, (all, before, after) => `${before} ${after.toLowerCase()}`);
    const indexOf = at => view.columns.indexOf(columns.find(column => place(column.values) === at));
    return { name: words, of: at => valueOf(view, row, indexOf(at)), show: (value, at) => cell(view, row, indexOf(at)), kind: 'number' };
  });
  const publishedAs = entry => entry.source + ' (published)';
  const asTable = view => [columnsOf(view), view.rows.map((row, i) => i)];

  /** The places of a chart, in the order of whoever has more of them: a run may leave some out. */
  function placesOf(view) {
    const [ours, theirs] = [false, true].map(published => view.columns.filter(column => column.published === published).map(column => place(column.values)));
    return unique(theirs.length > ours.length ? [...theirs, ...ours] : [...ours, ...theirs]);
  }

  /** The lines or groups of bars: ours, then the published ones. */
  function series(view) {
    const at = view.dimensions.indexOf('candidate');
    const places = placesOf(view);
    return [false, true].flatMap(published => view.rows.flatMap((row, i) => {
      const entries = places.map(each => view.columns.findIndex(column => column.published === published && place(column.values) === each))
        .map(at => view.entries[i][at] || null);
      const known = entries.find(entry => entry);
      if (!known) {
        return [];
      }
      const candidate = published ? publishedAs(known) : at < 0 ? place(row) : row[at];
      const others = row.filter((value, j) => j !== at);
      return { candidate, name: [candidate, ...(at < 0 ? [] : others)].join(', '), entries };
    }));
  }

  /** What a chart shows of an entry: its figure or, with relativeTo, the multiple of its first one. */
  function scale(view) {
    const relative = view.kind === 'CURVE' && view.entries.flat().some(entry => entry && entry.ofFirst !== null);
    const unit = view.columns.length > 0 ? view.columns[0].unit : '';
    return { relative, show: relative ? format.ratio : show(unit), of: entry => (entry ? (relative ? entry.ofFirst : entry.value) : null),
      name: relative ? 'relative to the first' : unit === 'us' ? '' : unit };
  }

  const headings = view => placesOf(view)
    .map(each => {
      const column = view.columns.find(one => place(one.values) === each && (one.detail || !one.published)) || { detail: '' };
      return each + (column.detail ? '\n' + column.detail : '');
    });

  const inWords = view => `${view.title}. ` + series(view).map(one => `${one.name}: ` + one.entries
    .map((entry, i) => (entry ? `${headings(view)[i].replace('\n', ' ')} ${entry.text}` : '')).filter(Boolean).join(', ')).join('; ');

  const tooltip = (one, heading, entry) => charts.lines(`${one.name}${heading ? ', ' + heading.replace('\n', ' ') : ''}`, `${entry.text} ${entry.spread}`,
    ...(entry.ratios ? [`relative: ${entry.ratios}`] : []));

  /** Far ends of intervals must not squeeze all bars. */
  const ends = (all, of) => all.flatMap(one => one.entries).filter(entry => entry && of(entry) > 0)
    .flatMap(entry => [of(entry), ...(entry.low === null || entry.value === 0 ? [] : [Math.max(entry.low, entry.value / 3), Math.min(entry.high, entry.value * 3)].map(end => end / entry.value * of(entry)))]);

  const BARS = { barGap: '15%', barCategoryGap: '25%', barMaxWidth: 56 };

  /** The whisker of each bar with its figure, or why there is none. */
  function whiskers(one, index, count, axis) {
    return {
      type: 'custom', name: one.name, silent: true, z: 5, encode: { x: 0, y: 1 },
      data: one.entries.map((entry, i) => [i, entry && entry.value > 0 ? entry.value : axis.min]),
      renderItem(params, api) {
        const entry = one.entries[params.dataIndex];
        if (!entry) {
          return null;
        }
        const bar = api.barLayout({ ...BARS, count })[index];
        const x = Math.round(api.coord([params.dataIndex, axis.min])[0] + bar.offsetCenter);
        if (entry.value === null) {
          return { type: 'text', rotation: Math.PI / 2, x, y: params.coordSys.y + params.coordSys.height - 4,
            style: { text: entry.text, fill: charts.css(entry.missing === 'FAILED' ? '--bad' : '--soft'), fontSize: 11, verticalAlign: 'middle' } };
        }
        const at = value => api.coord([params.dataIndex, Math.min(axis.max, Math.max(axis.min, value))])[1];
        const ink = charts.css('--ink');
        const top = at(entry.value);
        const high = at(entry.high ?? entry.value);
        const children = entry.low === null ? [] : charts.interval([x, at(entry.low)], [x, high],
          [entry.low < axis.min, entry.high > axis.max], [Math.min(6, bar.width / 4), 0], { stroke: ink, lineWidth: 1.2 });
        if (bar.width >= 26) {
          // On a long whisker the figure stands at the value, where it belongs.
          children.push({ type: 'text', z2: 10, x, y: (top - high < 16 ? high : top) - 3, style: { text: entry.text, fill: ink, ...charts.LABEL,
            align: 'center', verticalAlign: 'bottom', backgroundColor: charts.css('--raised'), padding: [1, 1] } });
        }
        return { type: 'group', children };
      },
    };
  }

  /**
   * A chart over the columns' values, on a logarithmic axis, which the charts beside it, alike, share; or on one from zero.
   * seriesOf(visible, of, axis) makes what is drawn.
   */
  function plot(grid, view, alike, linear, seriesOf) {
    const all = series(view);
    const { relative, show: text, of, name } = scale(view);
    const together = alike.filter(one => scale(one).name === name).flatMap(one => series(one));
    const axis = linear ? charts.linear(ends(all, of), name === 'B')
      : charts.logarithmic(relative ? together.flatMap(one => one.entries).map(of) : ends(together, of));
    const description = inWords(view);
    charts.add(grid, {
      title: view.title, description, table: asTable(view),
      option: () => {
        const visible = all.filter(one => selection.shown(one.candidate));
        return {
          ...charts.base(description, {}, at => tooltip(visible[at.seriesIndex], headings(view)[at.dataIndex], visible[at.seriesIndex].entries[at.dataIndex])),
          xAxis: charts.axis('category', '', null, { data: headings(view) }),
          yAxis: charts.axis(linear ? 'value' : 'log', name, text, axis),
          series: seriesOf(visible, of, axis),
        };
      },
    });
  }

  const bars = (grid, view, alike, published) => plot(grid, view, alike, published, (visible, of, axis) => [
    ...visible.map(one => ({
      type: 'bar', name: one.name, ...BARS, itemStyle: { color: charts.color(one.candidate), opacity: 0.85 },
      data: one.entries.map(entry => (entry && entry.value > 0 ? entry.value : null)),
    })),
    ...visible.map((one, i) => whiskers(one, i, visible.length, axis)),
  ]);

  const curve = (grid, view, alike) => plot(grid, view, alike, false, (visible, of) => visible.map(one => ({
    ...charts.line(one.candidate), name: one.name, symbolSize: 9, connectNulls: true,
    ...(one.candidate.endsWith(' (published)') ? { lineStyle: { width: 2, type: 'dotted' } } : {}),
    data: one.entries.map(entry => (of(entry) > 0 ? of(entry) : null)),
  })));

  /** What bold and grey figures of a table are. */
  const tones = view => [[view.leading.flat().some(Boolean), 'Bold: the best in its place, or within 10 % of it.'],
    [view.entries.flat().some(entry => entry && entry.marks.includes('BURST')), 'Grey with °: a burst of writes, not sustained.'],
    [view.entries.flat().some(entry => entry && entry.marks.includes('WEAKENED')), 'Grey with †: weaker than requested, or beside fewer writes; not ranked.']].filter(([there]) => there).map(([, text]) => text).join(' ');

  /** A section for a view, with all that it was made for; bars of a published experiment begin at zero, as there. */
  function add(id, { title, tables: all }, published) {
    // A line needs two points; the section has the title already.
    const tables = all.filter(view => view.kind !== 'CURVE' || view.entries.some(row => row.filter(entry => entry && entry.value !== null).length > 1)).map(view => ({ ...view, title: view.title.startsWith(title + ': ') ? view.title.slice(title.length + 2) : view.title }));
    if (tables.length === 0) {
      return;
    }
    const made = section(id, title, ...[tables[0].about].filter(Boolean));
    const charted = tables.filter(view => view.kind !== 'TABLE');
    const draw = { BARS: bars, CURVE: curve };
    const grid = made.appendChild(element('div', { class: 'charts' }));
    charted.filter(view => view.kind in draw).forEach(view => draw[view.kind](grid, view, charted.filter(one => one.kind === view.kind), published));
    const times = charted.filter(view => view.kind === 'DISTRIBUTION').map(view => ({
      title: view.title,
      rows: view.rows.map((row, i) => ({ candidate: row[Math.max(0, view.dimensions.indexOf('candidate'))], percentiles: view.distributions[i] }))
        .filter(row => row.percentiles.length > 0),
    })).filter(group => group.rows.length > 0);
    if (times.length > 0) {
      charts.distributions(made, times);
    }
    tables.filter(view => view.kind === 'TABLE').forEach(view => {
      made.append(table(view.title, ...asTable(view)), element('p', { class: 'note' }, tones(view)));
    });
  }

  return { add, asTable, columnsOfOne, publishedAs, show, tones };
})();
