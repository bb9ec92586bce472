'use strict';

/* What the reader chose, kept in the address after #, so that a link shows it to others: hide=lmdb&ref=rocksdb&reads=90. */
const selection = (() => {
  let chosen = new URLSearchParams();
  const listeners = [];
  /** An address that ends in the plain name of a section chooses nothing. */
  const read = () => { chosen = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : ''); };
  const tell = () => listeners.forEach(listener => listener());

  function changed() {
    const text = chosen.toString();
    history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
    tell();
  }

  function set(name, value, usual = '') {
    value === usual ? chosen.delete(name) : chosen.set(name, value);
    changed();
  }

  function show(engine, on) {
    const hidden = chosen.getAll('hide').filter(each => each !== engine);
    chosen.delete('hide');
    (on ? hidden : [...hidden, engine]).forEach(each => chosen.append('hide', each));
    changed();
  }

  read();
  window.addEventListener('hashchange', () => { read(); tell(); });
  return {
    shown: engine => !chosen.getAll('hide').includes(engine),
    get: (name, usual = '') => chosen.get(name) ?? usual,
    set, show,
    onChange: listener => listeners.push(listener),
  };
})();
