/** Script that behaves as `FilePicker.aspx` in its window: it introduces itself, and sends commands through a port of its own. */
export const microsoftDialog = `
const { sdk, entry, authentication, messaging, selection } = JSON.parse(new URLSearchParams(location.search).get('filePicker'));
const isWhole = sdk === '8.0' && (entry.oneDrive?.files || entry.sharePoint?.byPath?.web === location.origin);
if (!isWhole || !authentication || selection.mode !== 'multiple') throw new Error('The configuration is not as the schema has it');
const { port1: port, port2 } = new MessageChannel();
const waiting = new Map();
let count = 0;
const command = (data) => {
  const id = String(count += 1);
  port.postMessage({ type: 'command', id, data });
  return new Promise((resolve) => waiting.set(id, resolve));
};
port.onmessage = async ({ data: { type, id, data } }) => {
  if (type === 'result') waiting.get(id)?.(data);
  if (type !== 'activate') return;
  port.postMessage({ type: 'notification', data: { notification: 'page-loaded' } });
  const { result, token, error } = await command({ command: 'authenticate', type: 'SharePoint', resource: location.origin });
  if (result === 'token') await list(token);
  else document.body.append(error.message);
};
done = (items) => command(items ? { command: 'pick', items: items.map(({ id, name, driveId }) => ({
  id, name, parentReference: { driveId }, '@sharePoint.endpoint': location.origin + '/_api/v2.0',
})) } : { command: 'close' });
opener.postMessage({ type: 'initialize', channelId: messaging.channelId }, messaging.origin, [port2]);`;
