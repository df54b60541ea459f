// What the page knows, and what is looked at.

let data = { programs: [], shapes: [], lines: [], pictures: [] };  // see report_json.cpp
let programs = data.programs;

function takeData(value) {
  data = value;
  programs = data.programs;
}

const Overview = -1;  // in place of a program
const state = {
  program: 0, row: 0, step: 0,
  hidden: new Set(),  // relations that are usually drawn, and are not
  shown: new Set(),   // those that are usually not, and are
  pinned: 0,          // the line that a click has marked; 0: none
  pinnedLetter: '',   // the only event of it that is marked; empty: all of them
  model: null,        // the one whose relations are shown; null: the first that has the execution
  zoom: 0             // of pictures; 0: as it fits
};
let rows = [];   // of the program at hand: what can be looked at
let chips = [];  // relations of the picture at hand

const models = () => programs[Math.max(state.program, 0)].runs.map(run => run.model);
const modelNames = list => list.length === models().length && list.length > 2
    ? 'all models' : list.map(index => models()[index]).join(', ');
