// What the address names.

// The address leads back to what is looked at: `#program.row.step`, from 1.
function noteAddress() {
  const place = state.program === Overview ? 'overview' : `${state.program + 1}.${state.row + 1}.${state.step + 1}`;
  try {
    history.replaceState(null, '', `#${place}`);
  } catch (refused) {
    // Some browsers have no history for files.
  }
}

function followAddress(address) {
  if (address === '#overview' && programs.length > 1) showProgram(Overview);
  const place = address.match(/^#(\d+)\.(\d+)\.(\d+)$/);
  if (!place) return;
  const [program, row, at] = place.slice(1).map(number => Number(number) - 1);
  if (!programs[program]) return;
  if (program !== state.program) showProgram(program);
  if (rows[row] && (rows[row].items[at] || at === 0)) select(row, at);
}
