import { ask, requestToken } from './ask.js';
import { loadScript } from './load-script.js';

/**
 * @template {HTMLElement} [Found=HTMLElement]
 * @param {string} selector
 * @returns {Found}
 */
const find = (selector) => /** @type {Found} */ (document.querySelector(selector));

/** @type {PageData} */
const { selected, script, settings } = JSON.parse(find('main').dataset['page'] ?? '');
/** @type {Picker | undefined} */
const picker = script === null ? undefined : await import(script);
/** @type {PickerTools} */
const tools = { requestToken, loadScript };
/** Chosen so far, by their ids. @type {Map<string, string>} */
const chosen = new Map((selected ?? []).map(({ id, name }) => [id, name]));

/** @param {string} text */
function say(text) {
  find('#status').textContent = text;
}

/** @param {'chosen' | 'everything'} extent */
function setExtent(extent) {
  find(`input[value=${extent}]`).click();
}

/**
 * @param {string} id
 * @param {string} name
 */
function rowOf(id, name) {
  const row = document.createElement('li');
  const label = document.createElement('span');
  label.textContent = name;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Remove';
  button.setAttribute('aria-label', `Remove ${name}`);
  button.addEventListener('click', () => {
    chosen.delete(id);
    draw();
    say(`${name} is no longer chosen. Save to make it so.`);
    find('#choose').focus();
  });
  row.append(label, button);
  return row;
}

function draw() {
  find('#items').replaceChildren(...[...chosen].map(([id, name]) => rowOf(id, name)));
  find('#none').hidden = chosen.size > 0;
}

/** Counts how often the picker was opened: opening it again ends the wait for the previous one. */
let openings = 0;

async function chooseMore() {
  openings += 1;
  const opening = openings;
  const button = find('#choose');
  setExtent('chosen');
  say('The file picker opens…');
  const items = (await picker?.choose(settings, tools)) ?? [];
  if (opening !== openings) return;
  for (const { id, name } of items) chosen.set(id, name);
  draw();
  say(items.length === 0 ? 'Nothing was added.' : `${items.length} added. Save to make it so.`);
  button.focus();
}

/** @param {number | 'all'} stored */
function showStored(stored) {
  const what =
    stored === 'all'
      ? 'Everything that this account shows'
      : stored === 1
        ? 'What you chose'
        : `The ${stored} files and folders you chose`;
  const heading = find('h1');
  heading.textContent = 'Saved';
  find('#introduction').textContent = `${what} may be read. You can close this page.`;
  find('#form').remove();
  say('');
  heading.focus();
}

async function save() {
  const isEverything = find('input[name=extent]:checked')?.getAttribute('value') === 'everything';
  if (!isEverything && chosen.size === 0) {
    say('Nothing is chosen yet: choose files and folders first, or everything.');
    find('#choose').focus();
    return;
  }
  say('Saving…');
  const button = /** @type {HTMLButtonElement} */ (find('#save'));
  button.disabled = true;
  const items = isEverything ? null : [...chosen].map(([id, name]) => ({ id, name }));
  /** @type {{ stored: number | 'all' }} */
  const { stored } = await ask('selection', { items }).finally(() => {
    button.disabled = false;
  });
  showStored(stored);
}

/**
 * Says what went wrong with an action that a button begins.
 * @param {() => Promise<void>} action
 */
async function run(action) {
  try {
    await action();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    say(`That did not work: ${reason}. You can try again, or choose everything.`);
  }
}

draw();
setExtent(selected || picker ? 'chosen' : 'everything');
find('#close').addEventListener('click', () => /** @type {HTMLDialogElement} */ (find('dialog')).close());
find('#choose').addEventListener('click', () => void run(chooseMore));
find('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  void run(save);
});
// A press before now would have gone nowhere, or sent the form itself.
for (const button of ['#save', ...(picker ? ['#choose'] : [])]) find(button).removeAttribute('disabled');
// Now, so that a press of the button finds it ready: browsers open windows in answer to a press alone.
picker
  ?.prepare(settings, tools)
  .catch((error) => say(`The file picker cannot be opened: ${error.message}. You can choose everything.`));
