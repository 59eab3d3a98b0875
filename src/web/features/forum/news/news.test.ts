import { describe, expect, it } from 'vitest';
import { comment, discussionOf, question, questions } from '#support/discussion-fixtures';
import { addChange, countNews, newsIn, newsText, noNews, withoutRead, type News } from './news.ts';

const loaded = { questions: [question(1), question(2, { comments: [comment(1)] })], hasOlder: false };
const told = (id: number, change: 'asked' | 'changed' | 'removed', answers_count = 0) => ({
  _id: String(id),
  change,
  answers_count,
});
const nothingOfOwn: Parameters<typeof countNews>[2] = { isOwn: () => false, isAsking: false, only: null };
const add = (...changes: ReturnType<typeof told>[]) =>
  changes.reduce<News>((news, change, at) => addChange(news, { ...change, version: at + 1 }, loaded), noNews);

describe('what is told of a discussion', () => {
  it('is counted: new questions, new comments, other changes', () => {
    const news = add(told(3, 'asked'), told(4, 'asked'), told(2, 'changed', 3), told(1, 'changed'));
    expect(countNews(news, loaded.questions, nothingOfOwn)).toEqual({ questions: 2, comments: 2, others: 1 });
  });

  it('is counted once, however often it is told', () => {
    const news = add(told(3, 'asked'), told(3, 'asked'), told(2, 'changed', 2), told(2, 'changed', 2));
    expect(countNews(news, loaded.questions, nothingOfOwn)).toMatchObject({ questions: 1, comments: 1 });
  });

  it('is nothing where the question is not loaded, or was asked and removed', () => {
    const news = add(told(9, 'changed', 4), told(3, 'asked'), told(3, 'removed'), told(8, 'removed'));
    expect(countNews(news, loaded.questions, nothingOfOwn)).toEqual({ questions: 0, comments: 0, others: 0 });
  });

  it('is no removal once the question is there again', () => {
    const hidden = add(told(1, 'removed'), told(2, 'changed', 3), told(1, 'changed'));
    expect([...hidden.removed]).toEqual([]);
    expect(countNews(hidden, loaded.questions, nothingOfOwn)).toEqual({
      questions: 0,
      comments: 2,
      others: 1,
    });
  });

  it('stays where it is newer than what was read', () => {
    const news = add(told(3, 'asked'), told(1, 'removed'), told(2, 'changed', 3), told(2, 'changed', 3));
    const left = (upTo: number) => {
      const { asked, counts, changed, removed } = withoutRead(news, (_id, version) => version <= upTo);
      return [asked, counts.keys(), changed, removed].map((ids) => [...ids]);
    };
    expect(left(0)).toEqual([['3'], ['2'], ['2'], ['1']]);
    expect(left(1)).toEqual([[], ['2'], ['2'], ['1']]);
    expect(left(3)).toEqual([[], ['2'], ['2'], []]);
    expect(left(4)).toEqual([[], [], [], []]);
  });

  it('is told no more once it is loaded', () => {
    const news = add(told(3, 'asked'), told(2, 'changed', 2));
    const now = [question(1), question(2, { comments: [comment(1), comment(2)] }), question(3)];
    expect(countNews(news, now, nothingOfOwn)).toEqual({ questions: 0, comments: 0, others: 0 });
  });

  it('leaves out what the reader does at this moment, and on a question’s page all others', () => {
    const news = add(told(3, 'asked'), told(2, 'changed', 2), told(1, 'changed'), told(1, 'removed'));
    const count = (of: Partial<typeof nothingOfOwn>) =>
      countNews(news, loaded.questions, { ...nothingOfOwn, ...of });
    expect(count({ isOwn: (id) => id === '1' })).toEqual({ questions: 1, comments: 1, others: 0 });
    expect(count({ isAsking: true })).toMatchObject({ questions: 0 });
    expect(count({ only: '2' })).toEqual({ questions: 0, comments: 1, others: 0 });
  });
});

it('a page that was read again tells what it has and lacks', () => {
  const known = { questions: [...questions(1, 3), question(4)], hasOlder: false };
  const read = [question(2, { comments: [comment(1)] }), question(4, { question: 'Edited' }), question(5)];
  const page = { ...discussionOf(read), more: true as const };
  expect(countNews(newsIn(page, known), known.questions, nothingOfOwn)).toEqual({
    questions: 1,
    comments: 1,
    others: 2,
  });
  const same = newsIn(discussionOf(known.questions), known);
  expect({ ...same, versions: noNews.versions }).toEqual(noNews);
});

it.each([null, '4'])('an empty page tells that all is gone; on a question’s page that it is: %s', (only) => {
  const known = { questions: [question(4)], hasOlder: false };
  const counted = countNews(newsIn(discussionOf([]), known), known.questions, { ...nothingOfOwn, only });
  expect(counted).toEqual({ questions: 0, comments: 0, others: 1 });
});

it.each([
  [{ questions: 0, comments: 0, others: 0 }, null],
  [{ questions: 1, comments: 0, others: 0 }, '1 new question'],
  [{ questions: 3, comments: 1, others: 2 }, '3 new questions, 1 new comment, 2 changes'],
])('%o reads %s', (counts, text) => expect(newsText(counts)).toBe(text));
