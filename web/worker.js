// Drover in a thread of its own, which the page can end. It stands behind the code that starts the
// WebAssembly module: createDrover. The first message has the module, each other one a request; the
// answer is what the server would give. After a failure this thread is of no use any more.

let drover = null;

function written(text) {
  const size = drover.lengthBytesUTF8(text) + 1;
  const place = drover._malloc(size);
  if (place === 0) throw new RangeError('no memory for the request');
  drover.stringToUTF8(text, place, size);
  return place;
}

function answerTo({ path, body }) {
  const [first, second] = [written(path), written(body)];
  const text = drover.UTF8ToString(drover._drover_answer(first, second));
  drover._free(first);
  drover._free(second);
  return text;
}

const tellFailure = failure => postMessage({ failure: `${failure && failure.name}: ${failure && failure.message}` });

onmessage = ({ data }) => {
  if (data.module) {
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(data.module, imports).then(instance => done(instance, data.module), tellFailure);
      return {};
    };
    createDrover({ instantiateWasm }).then(made => {
      drover = made;
      postMessage({ isReady: true });
    }, tellFailure);
    return;
  }
  try {
    postMessage({ text: answerTo(data) });
  } catch (failure) {
    tellFailure(failure);
  }
};
