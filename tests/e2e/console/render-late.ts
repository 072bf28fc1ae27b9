/** A script for pages. It makes React render in slices that are further apart than requests take, as on a busy phone: it begins each of them by a message to itself. */
export const renderLate = `
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...given) {
    setTimeout(() => post.apply(this, given), 400);
  };`;
