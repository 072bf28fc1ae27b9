import { startConfluenceFake, startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { box, connectionId } from '../test/box-connection.fixture.ts';
import { authorize, connect, documents, sync } from '../test/connector-sync.fixture.ts';

const refuse = (id: string) => {
  box.fault = ({ path }) => (path.includes(`/${id}`) ? { kind: 'status', status: 403 } : undefined);
};

test('a folder that is refused keeps its documents, is named with the run, and stops nothing else', async () => {
  for (const name of ['a', 'b']) box.put(`/closed/${name}.txt`, name);
  box.put('/open/c.txt', 'c');
  await sync(connectionId);
  const closed = box.folderAt('/closed');
  box.fault = ({ path }) =>
    path.endsWith(`/folders/${closed}/items`) || /\/files\/\d+$/.test(path)
      ? { kind: 'status', status: 403 }
      : undefined;
  box.put('/open/d.txt', 'd');
  await authorize(connectionId, box);
  const run = await sync(connectionId);
  expect(run).toMatchObject({ status: 'COMPLETED', items: { skipped: 1, deleted: 0 } });
  expect(Object.keys(await documents()).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
});

test('a folder that is refused among changes does not stop the connection', async () => {
  box.put('/open/a.txt', 'a');
  await sync(connectionId);
  box.put('/closed/b.txt', 'b');
  refuse(box.folderAt('/closed'));
  box.put('/open/c.txt', 'c');
  expect((await sync(connectionId)).status).toBe('COMPLETED');
  box.fault = undefined;
  box.put('/open/d.txt', 'd');
  await sync(connectionId);
  expect(Object.keys(await documents())).toEqual(expect.arrayContaining(['a.txt', 'c.txt', 'd.txt']));
});

test('a page that moves between two selected spaces while they are listed stays', async () => {
  const confluence = await startConfluenceFake({ pageSize: 1 });
  const id = await connect('CONFLUENCE', confluence);
  const pages = [1, 2].map((number) => confluence.putInSpace('ENG', `Page ${number}`, ''));
  confluence.putInSpace('HR', 'Leave', '');
  const config = { connectionId: id, externalIds: ['space:HR', 'space:ENG'] };
  await sync(id, { config });
  // HR is listed before the page arrives there, and ENG after it has left.
  confluence.fault = ({ path }) => {
    if (path.endsWith('/spaces/101/pages')) confluence.moveToSpace(pages[1] ?? '', 'HR');
    return undefined;
  };
  const run = await sync(id, { config });
  expect(run.items).toMatchObject({ deleted: 0 });
  expect(Object.keys(await documents()).toSorted()).toEqual(['Leave', 'Page 1', 'Page 2']);
  confluence.fault = undefined;
  confluence.moveToSpace(pages[1] ?? '', 'OLD');
  expect((await sync(id, { config })).items).toMatchObject({ deleted: 1 });
  await confluence.close();
});

test.each([403, 404])(
  'a data source that Notion names and answers with %i is named, and the others are read',
  async (status) => {
    const notion = await startNotionFake();
    const id = await connect('NOTION', notion);
    for (const row of ['A 1', 'B 1']) notion.putRow(row.slice(0, 1), row, {});
    await sync(id);
    const { source } = notion.database('A');
    notion.fault = ({ path }) => (path.includes(source) ? { kind: 'status', status } : undefined);
    notion.putRow('B', 'B 2', {});
    const run = await sync(id);
    expect(run).toMatchObject({ status: 'COMPLETED', items: { skipped: 1, deleted: 0 } });
    expect(Object.keys(await documents()).toSorted()).toEqual(['A 1', 'B 1', 'B 2']);
    await notion.close();
  },
);
