// Asking the server, or Drover in the page itself where there is none (web/inside.js).

class ServerError extends Error {}
const inside = globalThis.droverInside;
const newRunId = () => [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('');
// Pages have their turn at the server.
const pageId = newRunId();

// What it says of itself if it cannot be had: too old a browser, a file that is missing.
async function fromInside(answer) {
  try {
    return await answer;
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new ServerError(failure.message);
  }
}

// A result that is one string is a converted or formatted text, or a page.
const inPlainWords = answer => typeof answer.result === 'string' ? { ...plainWords({ ...answer, result: null }), result: answer.result } : plainWords(answer);

// Posts a request and gives the answer: {status, result, messages} or {error}. Throws ServerError if
// there is no server any more, and AbortError if it was given up.
async function post(path, body, { signal, run } = {}) {
  if (inside) return inPlainWords(await fromInside(inside.post(path, body, { signal, run })));
  let response;
  try {
    response = await fetch(path, {
      method: 'POST', signal, body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'X-Client': pageId, ...(run ? { 'X-Run': run } : {}) }
    });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new ServerError('The server does not answer: is `drover serve` still running?');
  }
  return inPlainWords(await response.json());
}

async function get(path) {
  if (inside) return fromInside(inside.get(path));
  try {
    return await (await fetch(path)).json();
  } catch (failure) {
    throw new ServerError('The server does not answer: is `drover serve` still running?');
  }
}

// A run that can be stopped, and that says where it stands: `tell` gets words for people.
class Run {
  constructor(tell) {
    this.id = newRunId();
    this.tell = tell;
    this.isOver = false;
  }

  async post(path, body) {
    this.watch();
    try {
      return await post(path, body, { run: this.id });
    } finally {
      this.isOver = true;
    }
  }

  async watch() {
    const begin = Date.now();
    for (;;) {
      await new Promise(wake => setTimeout(wake, 400));
      if (this.isOver) return;
      const place = await get(`/api/run/${this.id}`).catch(() => ({}));
      if (this.isOver) return;
      const seconds = Math.round((Date.now() - begin) / 1000);
      this.tell(place.state === 'waiting' ? `waiting: ${plural(place.before, 'run')} before this one` : `running for ${seconds} s`);
    }
  }

  stop() {
    return post('/api/stop', { run: this.id });
  }
}

// For a moment, or until the next one; an empty text takes it away.
function notify(text) {
  byId('notice').hidden = !text;
  fill(byId('notice'), text ? prose(text) : '');
}

// Shows what went wrong, whatever it was.
function complain(failure) {
  if (failure && failure.name === 'AbortError') return;
  notify(failure instanceof ServerError ? failure.message : `The page has failed: ${failure && failure.message}`);
}
