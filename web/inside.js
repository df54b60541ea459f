// The page without a server: Drover is in the page, as WebAssembly. `droverInside` takes the place
// of the server (serve/page/requests.js): the same paths, the same answers.
//
// There are two threads, as the server has two queues: what is quick, such as what is wrong with the
// text, does not wait behind a long run. A run is stopped by ending its thread; the next one gets a
// new one. What takes much longer than it may is ended so, too.

globalThis.droverInside = (() => {
  'use strict';
  const Grace = 2;  // seconds, to say what was found in time
  const needs = 'Drover needs WebAssembly with exceptions, which browsers have since Chrome 95, Firefox 100 and Safari 15.2.';

  // From a file, a page may not read others as data, but it may load scripts: build/web/page/from-file.js
  // has both parts as texts.
  const isFile = location.protocol === 'file:';

  function loadScript(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${address} cannot be loaded: is the folder whole?`));
      document.head.append(script);
    });
  }

  async function loadModule() {
    if (typeof WebAssembly !== 'object') throw new Error(`This browser does not have WebAssembly. ${needs}`);
    if (isFile) await loadScript('from-file.js');
    let bytes;
    if (isFile) bytes = Uint8Array.from(atob(globalThis.droverFromFile.module), char => char.charCodeAt(0));
    else {
      const response = await fetch('drover.wasm').catch(() => null);
      if (!response || !response.ok) throw new Error('drover.wasm cannot be loaded: is the folder whole?');
      bytes = response;
    }
    try {
      if (isFile) return await WebAssembly.compile(bytes);
      // While it is being loaded, if it comes with its type.
      if ((bytes.headers.get('Content-Type') || '').startsWith('application/wasm')) return await WebAssembly.compileStreaming(bytes);
      return await WebAssembly.compile(await bytes.arrayBuffer());
    } catch (failure) {
      throw new Error(`This browser cannot run it (${failure.message}). ${needs}`);
    }
  }

  let workerAddress = '';
  function newWorker() {
    if (!workerAddress) workerAddress = isFile ? URL.createObjectURL(new Blob([globalThis.droverFromFile.worker], { type: 'text/javascript' })) : 'worker.js';
    return new Worker(workerAddress);
  }

  const failed = (kind, text) => JSON.stringify({ error: { kind, text }, status: null, result: null, messages: '' });

  function whatFailed(text) {
    if (/RangeError|call stack|stack overflow/i.test(text)) {
      return failed('memory', 'The run nests more deeply than a browser allows. Make the program smaller, or the bound of its loops; the program `drover` goes deeper.');
    }
    if (/memory|allocation/i.test(text)) return failed('memory', 'The run needs more memory than a page may have. Make the program smaller, or the bound of its loops.');
    return failed('crash', `The run failed (${text}). This is a fault of Drover, not of your input. Please report it with this message and the program.`);
  }

  // A thread, and the requests that wait for it.
  class Lane {
    // `first`: what a new thread does before anything else, if something.
    constructor(module, first) {
      this.module = module;
      this.first = first;
      this.waiting = [];
      this.current = null;
      this.start();
    }

    start() {
      this.isReady = false;
      this.worker = newWorker();
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.onerror = event => this.end(whatFailed(event.message || 'the thread did not start'));
      this.worker.postMessage({ module: this.module });
    }

    hear({ isReady, text, failure }) {
      if (isReady) {
        this.isReady = true;
        if (this.first) this.waiting.unshift({ ...this.first, isFirst: true, resolve: () => {} });
      }
      else if (failure !== undefined) return this.end(whatFailed(failure));
      else this.settle(text);
      this.next();
    }

    ask(request) {
      if (this.broken) return Promise.resolve(this.broken);
      return new Promise((resolve, reject) => {
        this.waiting.push({ ...request, resolve, reject });
        this.next();
      });
    }

    next() {
      if (this.current || !this.isReady || this.waiting.length === 0) return;
      this.current = this.waiting.shift();
      const { path, body, seconds } = this.current;
      this.current.timer = setTimeout(() => this.end(failed('time', `The run was stopped after ${seconds + Grace} s. Make the program smaller, or the bound of its loops, or choose fewer models; the program \`drover\` has no such limit.`)), (seconds + Grace) * 1000);
      this.worker.postMessage({ path, body });
    }

    settle(text) {
      if (!this.current) return;
      const { resolve, timer } = this.current;
      clearTimeout(timer);
      this.current = null;
      resolve(text);
    }

    // Ends the run at hand, and goes on with a new thread.
    end(text) {
      this.worker.terminate();
      // One that does not even start: so would not the next.
      if (!this.isReady) {
        this.broken = text;
        for (const { resolve } of this.waiting.splice(0)) resolve(text);
        return;
      }
      if (this.current && this.current.isFirst) this.first = null;
      this.settle(text);
      this.start();
      this.next();
    }

    isRunning(run) {
      return this.current !== null && this.current.run === run;
    }

    // How many come before it; -1 if it is not waiting.
    before(run) {
      const place = this.waiting.findIndex(each => each.run === run);
      return place < 0 ? -1 : place + (this.current ? 1 : 0);
    }

    stop(run) {
      const text = failed('stopped', 'The run was stopped.');
      if (this.isRunning(run)) return this.end(text), true;
      const place = this.waiting.findIndex(each => each.run === run);
      if (place >= 0) this.waiting.splice(place, 1)[0].resolve(text);
      return place >= 0;
    }

    // Nobody wants the answer any more: what has not begun is not done.
    forget(signal) {
      const place = this.waiting.findIndex(each => each.signal === signal);
      if (place >= 0) this.waiting.splice(place, 1);
    }
  }

  // Models are read when they are first asked: the usual ones while the reader reads.
  const warmUp = { path: '/api/report', seconds: 30, body: JSON.stringify({ text: 'shared x, y; thread a { x := 1; r := y; } thread b { y := 1; r := x; }', models: ['sc', 'tso', 'rc11'] }) };

  const lanes = (async () => {
    const module = await loadModule();
    const quick = new Lane(module);
    const long = new Lane(module, warmUp);
    const about = JSON.parse(await quick.ask({ path: '/api/server', body: '', seconds: 30 }));
    if (about.error) throw new Error(about.error.text);
    return { quick, long, about };
  })();
  // Who asks first hears of it.
  lanes.catch(() => {});

  async function ask(path, body, { signal, run } = {}) {
    // Answers that are always the same were asked for when the page was built (web/write_page.js).
    const known = (globalThis.droverKnown || {})[path];
    if (known && Object.keys(body).length === 0) return known;
    const { quick, long, about } = await lanes;
    const lane = about.long_paths.includes(path) ? long : quick;
    const answer = lane.ask({ path, body: JSON.stringify(body), seconds: about.seconds[path] || 5, run, signal });
    if (!signal) return JSON.parse(await answer);
    const aborted = new Promise((_, reject) => {
      const give = () => {
        lane.forget(signal);
        reject(new DOMException('given up', 'AbortError'));
      };
      if (signal.aborted) give();
      else signal.addEventListener('abort', give);
    });
    return JSON.parse(await Promise.race([answer, aborted]));
  }

  async function placeOf(run) {
    const { quick, long } = await lanes;
    if (quick.isRunning(run) || long.isRunning(run)) return { state: 'running' };
    const before = Math.max(quick.before(run), long.before(run));
    return before < 0 ? { state: 'unknown' } : { state: 'waiting', before };
  }

  return {
    post: (path, body, options) => path === '/api/stop' ? lanes.then(({ quick, long }) => ({ stopped: quick.stop(body.run) || long.stop(body.run) })) : ask(path, body, options),
    get: path => path.startsWith('/api/run/') ? placeOf(path.slice('/api/run/'.length)) : ask(path, {})
  };
})();
