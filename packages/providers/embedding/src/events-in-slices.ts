import { startSlices } from '@docfleet/runtime/slices';

/**
 * The events of a stream, read in slices: a server that sends more of them than can be worked off, of which none is a part of an answer, would
 * leave the event loop to no one else.
 */
export async function* eventsInSlices<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
  const slice = startSlices();
  for await (const event of events) {
    await slice();
    yield event;
  }
}
