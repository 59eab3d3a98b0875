import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followDiscussion } from './follow-discussion.ts';

/** The browser's stream: what it was opened with, and what it is told. */
class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readonly url: string;
  readyState = FakeEventSource.CONNECTING;
  isClosed = false;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  say(type: string, version = '', data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: version }));
  }
  refuse() {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

const newest = () => FakeEventSource.opened.at(-1) as FakeEventSource;
const change = (id: string) => ({ _id: id, change: 'asked' as const, answers_count: 0 });

let isHidden: ReturnType<typeof vi.spyOn>;
const show = (hidden: boolean) => {
  isHidden.mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('BroadcastChannel', undefined);
  isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function follow() {
  const heard = { changes: [] as string[], looks: 0 };
  const end = followDiscussion({
    s_id: 'a@x.test',
    seen: 7,
    onChange: ({ _id }, version) => heard.changes.push(`${_id} at ${version}`),
    onLook: () => (heard.looks += 1),
  });
  return { heard, end };
}

it('goes on from the version that the page has, tells each change once, and ends', () => {
  const { heard, end } = follow();
  expect(newest().url).toBe('/api/discussion/discussion/a%40x.test/events?after=7');
  newest().say('question', '8', change('3'));
  newest().say('question', '8', change('3'));
  newest().say('question', '6', change('2'));
  expect(heard).toEqual({ changes: ['3 at 8'], looks: 0 });
  newest().say('refresh', '2');
  expect(heard.looks).toBe(1);
  end();
  expect(newest().isClosed).toBe(true);
});

it('looks every 20 seconds while there is no stream, and comes again after a refusal, later each time', async () => {
  const { heard, end } = follow();
  newest().refuse();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([heard.looks, FakeEventSource.opened.length]).toEqual([1, 2]);
  newest().refuse();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([heard.looks, FakeEventSource.opened.length]).toEqual([2, 3]);
  newest().dispatchEvent(new Event('open'));
  newest().say('beat');
  await vi.advanceTimersByTimeAsync(40_000);
  expect(heard.looks).toBe(2);
  end();
});

it('gives up a stream that says nothing', async () => {
  const { end } = follow();
  newest().dispatchEvent(new Event('open'));
  await vi.advanceTimersByTimeAsync(49_000);
  expect(newest().isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeEventSource.opened[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  end();
});

it('follows nothing while the page is hidden, but for a moment', async () => {
  const { end } = follow();
  newest().say('question', '9', change('3'));
  show(true);
  await vi.advanceTimersByTimeAsync(9_000);
  show(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(newest().isClosed).toBe(false);
  show(true);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(newest().isClosed).toBe(true);
  show(false);
  expect(newest().url).toMatch(/after=9$/);
  end();
});
