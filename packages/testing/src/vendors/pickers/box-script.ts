/** Script that behaves as Box's `picker.js`: it renders into the page, and calls the API with the token itself. */
export const boxScript = `
window.Box = { ContentPicker: class {
  #listeners = {};
  addListener(name, listener) { (this.#listeners[name] ??= []).push(listener); }
  #emit(name, data) { for (const listener of this.#listeners[name] ?? []) listener(data); }
  hide() {
    this.#listeners = {};
    this.container.replaceChildren();
  }
  async show(folderId, token, { container, apiHost, chooseButtonLabel }) {
    this.container = document.querySelector(container);
    const answer = await fetch(apiHost + '/2.0/folders/' + folderId + '/items', { headers: { authorization: 'Bearer ' + token } });
    if (!answer.ok) { this.container.textContent = 'Error ' + answer.status; return; }
    const { entries } = await answer.json();
    const boxes = entries.map((entry) => {
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      label.append(box, entry.name);
      this.container.append(label);
      return { box, entry };
    });
    const button = (name, act) => {
      const element = document.createElement('button');
      element.textContent = name;
      element.onclick = act;
      this.container.append(element);
    };
    button(chooseButtonLabel, () => this.#emit('choose', boxes.filter(({ box }) => box.checked).map(({ entry }) => entry)));
    button('Cancel', () => this.#emit('cancel'));
  }
} };`;

/** Style sheet of Box's picker. */
export const boxStyle = '#container label { display: flex; gap: 0.5rem; padding: 0.5rem }';
