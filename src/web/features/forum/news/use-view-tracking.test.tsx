import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { student } from '#support/contract-fixtures';
import { comment, question } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { mockIntersections } from '#support/mock-intersections';
import { seeAnnouncement } from '../../../lib/unread-notices.ts';
import { useViewTracking, viewQuestion } from './use-view-tracking.ts';

type TrackedProps = {
  id: string;
  viewer?: string;
  isOwn?: boolean;
  unread?: number;
  newest?: number;
  /** With another one it is opened again; 0 closes it. */
  visit?: number;
  noteSeen?: Parameters<typeof viewQuestion>[2];
};

/** A page remembers what it has reported, by user. */
let usualViewer = 0;

function Card({ id, viewer = `viewer ${usualViewer}`, isOwn = false, ...props }: TrackedProps) {
  const { unread = 0, newest, noteSeen = () => undefined } = props;
  const shown = question(Number(id), {
    unread,
    can: { edit: isOwn, delete: false },
    comments: newest === undefined ? [] : [comment(newest)],
  });
  const card = useRef<HTMLButtonElement>(null);
  const leaveUnread = useViewTracking(card, shown, viewQuestion(student.s_id, viewer, noteSeen));
  return (
    <button ref={card} onClick={leaveUnread}>
      Mark as unread
    </button>
  );
}

const Tracked = ({ visit = 1, ...props }: TrackedProps) => visit > 0 && <Card key={visit} {...props} />;

function setUp() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubEnv('DEV', false);
  const api = mockApi();
  api.reply('viewQuestion', undefined);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    api,
    wait,
    ...mockIntersections(),
    reported: () => api.of('viewQuestion').map(({ params }) => params),
  };
}

beforeEach(() => void (usualViewer += 1));

it('a question that was in view for a second is reported, once', async () => {
  const { scrollTo, wait, reported } = setUp();
  render(<Tracked id="5" />);
  scrollTo(0.5);
  await wait(999);
  expect(reported()).toEqual([]);
  await wait(1);
  expect(reported()).toEqual([{ s_id: student.s_id, id: '5' }]);
  scrollTo(0);
  scrollTo(1);
  await wait(5_000);
  expect(reported()).toHaveLength(1);
});

it('what is scrolled past is not reported', async () => {
  const { scrollTo, wait, reported } = setUp();
  render(<Tracked id="5" />);
  scrollTo(0.4);
  await wait(2_000);
  scrollTo(0.5);
  await wait(500);
  scrollTo(0.2);
  await wait(2_000);
  expect(reported()).toEqual([]);
});

it('of a question taller than the window, half of the window is enough', async () => {
  const { scrollTo, wait, reported } = setUp();
  render(<Tracked id="5" />);
  scrollTo(0.1, innerHeight / 2);
  await wait(1_000);
  expect(reported()).toHaveLength(1);
});

it('a question that is opened again is reported once, by user', async () => {
  const { scrollTo, wait, reported } = setUp();
  const first = render(<Tracked id="5" />);
  scrollTo(1);
  await wait(1_000);
  first.unmount();
  const second = render(<Tracked id="5" />);
  scrollTo(1);
  await wait(1_000);
  expect(reported()).toHaveLength(1);
  second.unmount();
  render(<Tracked id="5" viewer="other@example.test" />);
  scrollTo(1);
  await wait(1_000);
  expect(reported()).toHaveLength(2);
});

it('a view that could not be reported is reported when the question is next in view', async () => {
  const { api, scrollTo, wait, reported } = setUp();
  api.cutOff('viewQuestion');
  render(<Tracked id="5" />);
  scrollTo(1);
  await wait(1_000);
  expect(reported()).toHaveLength(1);
  api.reply('viewQuestion', undefined);
  scrollTo(0);
  scrollTo(1);
  await wait(1_000);
  expect(reported()).toHaveLength(2);
  scrollTo(0);
  scrollTo(1);
  await wait(1_000);
  expect(reported()).toHaveLength(2);
});

it('a question that is closed within the second is neither reported nor read', async () => {
  const { api, scrollTo, wait, reported } = setUp();
  api.reply('readQuestion', { unread: 0, version: 9 });
  const { rerender } = render(<Tracked id="5" unread={1} />);
  scrollTo(1);
  await wait(300);
  rerender(<Tracked id="5" unread={1} visit={0} />);
  await wait(1_000);
  expect(reported()).toEqual([]);
  expect(api.of('readQuestion')).toEqual([]);
});

it('nothing is reported once the discussion was left', async () => {
  const { scrollTo, wait, reported, observed } = setUp();
  const { unmount } = render(<Tracked id="5" />);
  scrollTo(1);
  unmount();
  expect(observed.size).toBe(0);
  await wait(2_000);
  expect(reported()).toEqual([]);
});

it('seeing a question of one’s own reads what its answers have told, also one that was viewed before', async () => {
  const { api, scrollTo, wait } = setUp();
  const viewer = 'with-news@example.test';
  api.reply('readNotices', { unread: 1 });
  const first = render(<Tracked id="5" viewer={viewer} isOwn />);
  scrollTo(1);
  await wait(1_000);
  expect(api.of('readNotices'), 'nothing is new').toEqual([]);
  first.unmount();
  // The bell has heard of something.
  api.reply('seeAnnouncement', { unread: 2 });
  await act(() => seeAnnouncement({ account: viewer }, '1'));
  render(<Tracked id="5" viewer={viewer} isOwn />);
  scrollTo(1);
  await wait(1_000);
  expect(api.of('readNotices').map(({ body }) => body)).toEqual([{ about: 'question:5' }]);
  render(<Tracked id="6" viewer={viewer} />);
  scrollTo(1);
  await wait(1_000);
  expect(api.of('viewQuestion').map(({ params }) => params?.['id'])).toEqual(['5', '6']);
});

it('seeing what is unread for a second reads it up to the newest comment that is shown, each time that there is more', async () => {
  const { api, scrollTo, wait } = setUp();
  const counted = { unread: 3, version: 9 };
  api.reply('readQuestion', counted);
  const noteSeen = vi.fn();
  const { rerender } = render(<Tracked id="5" unread={2} newest={7} noteSeen={noteSeen} />);
  scrollTo(1);
  await wait(999);
  expect(api.of('readQuestion')).toEqual([]);
  await wait(1);
  expect(noteSeen.mock.calls).toEqual([['5', '7', counted]]);
  rerender(<Tracked id="5" unread={0} newest={7} noteSeen={noteSeen} />);
  scrollTo(1);
  await wait(5_000);
  expect(api.of('readQuestion')).toHaveLength(1);
  rerender(<Tracked id="5" unread={1} newest={9} noteSeen={noteSeen} />);
  scrollTo(1);
  await wait(1_000);
  expect(api.of('readQuestion').map(({ body }) => body)).toEqual([{ comment: '7' }, { comment: '9' }]);
});

it('a question without comments is read by itself, and one that was cut off is read at the next look', async () => {
  const { api, scrollTo, wait } = setUp();
  api.cutOff('readQuestion');
  render(<Tracked id="5" unread={1} />);
  scrollTo(1);
  await wait(1_000);
  api.reply('readQuestion', { unread: 0, version: 9 });
  scrollTo(1);
  await wait(1_000);
  expect(
    api.of('readQuestion').map(({ body }) => body),
    'also by scrolling a little',
  ).toEqual([{}, {}]);
});

it('a question that is marked as unread while its view is on the way stays unread', async () => {
  const { api, scrollTo, wait } = setUp();
  const view = Promise.withResolvers<undefined>();
  api.replyWith('viewQuestion', () => view.promise, 204);
  const { getByRole } = render(<Tracked id="5" unread={1} />);
  scrollTo(1);
  await wait(1_000);
  expect(api.of('viewQuestion')).toHaveLength(1);
  act(() => getByRole('button').click());
  view.resolve(undefined);
  await wait(1_000);
  expect(api.of('readQuestion')).toEqual([]);
});

it('what was just marked as unread is not read where it stands, and is when it is opened again', async () => {
  const { api, scrollTo, wait } = setUp();
  api.reply('readQuestion', { unread: 0, version: 9 });
  const { rerender, getByRole } = render(<Tracked id="5" />);
  scrollTo(1);
  await wait(1_000);
  act(() => getByRole('button').click());
  rerender(<Tracked id="5" unread={1} />);
  scrollTo(1);
  await wait(5_000);
  expect(api.of('readQuestion')).toEqual([]);
  rerender(<Tracked id="5" unread={1} visit={2} />);
  scrollTo(1);
  await wait(1_000);
  expect(api.of('readQuestion')).toHaveLength(1);
});
