/* The first page of a site. Its data is written by Site: filters, runs, and a line a finding, with all its words. */
(() => {
  const { element, svg, choice, live } = parts;
  const { filters: [machine, ...filters], runs, lines } = globalThis.site;
  const KINDS = { native: 'native', java: 'pure Java', server: 'server' };
  const MAX_LINES = 4;
  const MAX_BARS = 6;
  const MAX_WHY = 180;
  const link = (href, text) => element('a', { href }, text);
  const chosenMachine = () => selection.get(machine.key, Object.keys(machine.values)[0]);

  const isOfKind = (run, name) => !selection.get('e') || run.engines[name].kind === selection.get('e');
  /** The engines that a line is about: those of its bars, or else those of its run. */
  function engines({ run, bars }) {
    const some = bars.map(([name]) => name).filter(name => runs[run].engines[name]);
    return some.length > 0 ? some : Object.keys(runs[run].engines);
  }
  const shown = line => filters.every(({ key }) => !selection.get(key) || line.at[key] === selection.get(key)) && engines(line).some(name => isOfKind(runs[line.run], name));

  /** The line as the choice of engines leaves it: without an answer that it hides, as multiples of the first one if it hides their reference. */
  function filtered(line) {
    const hidden = engines(line).filter(name => !isOfKind(runs[line.run], name));
    const some = line.bars.filter(([name]) => !hidden.includes(name));
    const bars = hidden.includes(line.of) && some.length > 0 ? some.map(([name, ratio, , , value]) => [name, ratio / (some[0][1] || 1), 0, 0, value]) : some;
    const answered = some.length === line.bars.length || (line.chosen.length > 0 && !line.chosen.some(name => hidden.includes(name)));
    return answered ? { ...line, bars } : { ...line, bars, choice: `of these: ${bars.map(([name]) => name).join(', ')}`, why: '', decided: false };
  }

  function bars(line) {
    const some = line.bars.slice(0, MAX_BARS);
    return some.length < (selection.get('e') ? 1 : 2) ? [] : [parts.bars(some.map(([name, ratio, low, high, value]) => ({
      name, label: name, ratio, low: low || null, high, weakened: value.endsWith('†'), color: '--accent', shown: `${format.ratio(ratio)}  ${value}` })))];
  }

  /** What a finding rests on; reasons that fill more than a line stand there, too: bars show as much. */
  const how = (run, why) => element('details', { class: 'how' }, element('summary', {}, why ? 'Reasons, raw file and command' : 'Raw file and command'), element('p', {}, why),
    element('p', {}, link(`${run.name}/run.zip`, 'run.zip'), ', ', link(`${run.name}/results.csv`, 'results.csv'), ', ', link(`${run.name}/index.html`, 'all figures'), '; repeated by'),
    element('pre', {}, `java -jar benchmarks.jar reproduce ${run.name}/run.zip`), element('p', {}, 'measured by'), element('pre', {}, run.command));

  const sentences = (run, some) => element('dl', { class: 'verdict lines' }, ...some.map(filtered).flatMap(line => {
    const long = line.why.length > MAX_WHY;
    return [element('dt', {}, line.need), element('dd', {}, element('div', {}, element('p', {}, element(line.decided ? 'strong' : 'span', {}, line.choice), '. ', long ? '' : line.why),
      how(run, long ? line.why : '')), element('div', {}, ...bars(line)))];
  }));

  /** Releases from left to right, the speed of each as a multiple of the oldest one's with its interval; logarithmic. */
  function course(title, releases, points) {
    const [width, height, left] = [640, 170, 44];
    const known = points.flat().filter(value => value > 0);
    const [least, most] = [Math.min(...known) / 1.03, Math.max(...known) * 1.03];
    const x = i => left + 8 + i * (width - left - 30) / Math.max(1, releases.length - 1);
    const y = value => 10 + (height - 20) * Math.log(most / value) / Math.log(most / least);
    const at = points.map((point, i) => [i, ...point]).filter(point => point.length > 1);
    const text = (px, py, anchor, words) => svg('text', { x: px, y: py, 'text-anchor': anchor, 'font-size': 10, fill: 'var(--soft)' }, words);
    return element('figure', {}, element('h4', {}, title), element('div', { class: 'scroll' },
      svg('svg', { viewBox: `0 0 ${width} ${height + 62}`, role: 'img', 'aria-label': title },
        ...[least, 1, most].filter((value, i, all) => i === 1 || Math.abs(y(value) - y(all[1])) > 12).flatMap(value => [
          svg('line', { x1: left, x2: width, y1: y(value), y2: y(value), stroke: 'var(--line)' }), text(left - 4, y(value) + 3, 'end', format.ratio(value))]),
        ...at.filter(([, , low]) => low > 0).map(([i, , low, high]) => svg('line', { x1: x(i), x2: x(i), y1: y(low), y2: y(high), stroke: 'var(--accent)', opacity: 0.6, 'stroke-width': 3 })),
        svg('polyline', { points: at.map(([i, ratio]) => `${x(i)},${y(ratio)}`).join(' '), fill: 'none', stroke: 'var(--accent)' }),
        ...at.map(([i, ratio]) => svg('circle', { cx: x(i), cy: y(ratio), r: 4, fill: 'var(--accent)' }, svg('title', {}, `${releases[i]}: ${format.ratio(ratio)}`))),
        ...releases.map((release, i) => svg('text', { transform: `translate(${x(i) + 3} ${height + 6}) rotate(-60)`, 'text-anchor': 'end', 'font-size': 10, fill: 'var(--soft)' }, release.split('@').pop())))));
  }

  const history = ({ history: { releases, speeds, steps } }) => element('details', { open: '' }, element('summary', {}, 'Release by release, as a multiple of the oldest'),
    element('div', { class: 'charts history' }, ...Object.entries(speeds).map(([title, points]) => course(title, releases, points))), ...steps.map(step => element('p', { class: 'note' }, step)));

  function card(run, some) {
    const reviews = parts.unique(Object.values(run.engines).map(({ review }) => review).filter(Boolean));
    const objections = reviews.flatMap((review, i) => [i > 0 ? ', ' : '', link(review, review.replace(/^.*\/|\.md.*$/g, ''))]);
    return element('section', { class: run.invalid.length > 0 ? 'void' : '' },
      element('h2', {}, link(`${run.name}/index.html`, run.title)),
      ...run.invalid.map(text => element('p', { class: 'invalid' }, element('strong', {}, 'These figures are not valid: '), text)),
      ...run.facts.map(text => element('p', { class: 'note' }, text)),
      ...(run.history ? [history(run)] : []),
      sentences(run, some.slice(0, MAX_LINES)),
      ...(some.length > MAX_LINES ? [element('details', {}, element('summary', {}, `${some.length - MAX_LINES} more`), sentences(run, some.slice(MAX_LINES)))] : []),
      ...(objections.length > 0 ? [element('p', { class: 'note' }, 'Objections to how it is measured, and answers: ', ...objections)] : []));
  }

  function cards() {
    const all = runs.map((run, i) => [run, lines.filter(line => line.run === i && shown(line))])
      .filter(([run, some]) => (selection.get('run') ? run.name === selection.get('run') : run.machine === chosenMachine()) && some.length > 0);
    return [element('p', { class: 'soft', role: 'status' }, `${all.reduce((sum, [, some]) => sum + some.length, 0)} of ${lines.length} findings, ${all.length} of ${runs.length} runs`),
      ...all.map(([run, some]) => card(run, some))];
  }

  document.getElementById('header').append(element('h1', {}, document.title),
    element('p', { class: 'soft' }, 'The verdicts of each run. Bars are multiples of the best one shown, or of what a line names, within one run; the thin line is the 95 % interval, a figure stands behind it. Runs and machines are never pooled.'),
    element('div', { class: 'filters' }, choice(machine.name, machine.key, Object.entries(machine.values)),
      ...filters.map(({ key, name, values }) => choice(name, key, [['', 'any'], ...Object.entries(values)])),
      choice('Engines', 'e', [['', 'any'], ...Object.entries(KINDS)]), choice('Run', 'run', [['', 'any'], ...runs.map(run => [run.name, run.title])])));
  document.getElementById('main').append(live(cards));
})();
