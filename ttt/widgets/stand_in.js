// A stand-in for the model in Python, on pages without one: it holds what the board shows, and
// hands on which cell was chosen.

class Model {
  constructor(values, choose) {
    Object.assign(this, { values, choose, watchers: [] });
  }
  get(name) {
    return this.values[name];
  }
  on(_, watcher) {
    this.watchers.push(watcher);
  }
  off() {}
  set(values) {
    Object.assign(this.values, values);
    for (const watcher of this.watchers) watcher();
  }
  send({ cell }) {
    this.choose(cell);
  }
}

export { Model };
