import { expect, test } from 'vitest';
import { Bulkhead, NoConnectionFree } from './bulkhead.ts';

const read = (kind: string) => ({ kind, isChange: false });
const change = (kind: string) => ({ kind, isChange: true });
const times = (count: number) => Array.from({ length: count }, (_, i) => i);

test('one kind of work takes at most half of the places', () => {
  const bulkhead = new Bulkhead({ size: 10, waitMs: 1 });
  const forum = times(10).filter(() => bulkhead.tryEnter(read('discussion')));
  expect(forum).toHaveLength(5);
  expect(times(10).filter(() => bulkhead.tryEnter(read('students')))).toHaveLength(5);
});

test('changes leave places to reads, whatever their kinds', () => {
  const bulkhead = new Bulkhead({ size: 10, waitMs: 1 });
  const kinds = ['a', 'b', 'c'].flatMap((kind) => times(5).map(() => kind));
  expect(kinds.filter((kind) => bulkhead.tryEnter(change(kind)))).toHaveLength(8);
  expect(times(5).filter(() => bulkhead.tryEnter(read('d')))).toHaveLength(2);
});

test('who waits gets the next place that may be theirs, in order', async () => {
  const bulkhead = new Bulkhead({ size: 4, waitMs: 10_000 });
  for (const kind of ['a', 'a', 'b', 'b']) bulkhead.tryEnter(read(kind));
  const admitted: string[] = [];
  const enter = async (name: string, kind: string) => {
    await bulkhead.enter(read(kind));
    admitted.push(name);
  };
  const all = [enter('first', 'a'), enter('second', 'b'), enter('third', 'c')];
  expect(bulkhead.waiting).toBe(3);
  bulkhead.leave(read('b'));
  // The first one's kind has its half already.
  await all[1];
  bulkhead.leave(read('a'));
  await all[0];
  bulkhead.leave(read('a'));
  await all[2];
  expect(admitted).toEqual(['second', 'first', 'third']);
  expect(bulkhead.waiting).toBe(0);
});

test('who gets no place in time is refused, and takes none later', async () => {
  const bulkhead = new Bulkhead({ size: 2, waitMs: 5 });
  bulkhead.tryEnter(read('a'));
  await expect(bulkhead.enter(read('a'))).rejects.toThrow(NoConnectionFree);
  bulkhead.leave(read('a'));
  expect(bulkhead.tryEnter(read('a'))).toBe(true);
});

test('the smallest pool serves reads and changes', () => {
  const bulkhead = new Bulkhead({ size: 2, waitMs: 5 });
  expect(bulkhead.tryEnter(change('a'))).toBe(true);
  expect(bulkhead.tryEnter(change('b'))).toBe(false);
  expect(bulkhead.tryEnter(read('b'))).toBe(true);
});
