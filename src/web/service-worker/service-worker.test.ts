import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { student } from '#support/contract-fixtures';
import { accountWithStorage, aRequest } from '#support/outbox-fixtures';
import { answerOf, useServiceWorker } from '#support/service-worker';
import { takeOver, syncTag } from '../lib/stored-names/offline.ts';
import { adoptAccount, personalCache } from '../lib/offline/personal-cache.ts';
import { seenAtHeader } from '../lib/offline/seen-at.ts';
import { openRequestStore } from '../lib/outbox/request-store.ts';

/** What the service worker answers in the portal's place, what it keeps and for whom. */

const worker = useServiceWorker(['/assets/app-1.js']);
const { network } = worker;

const asha = 'asha@example.test';
const session = '/api/auth/session';
const timeline = `/api/students/timeline/${asha}`;
const forum = `/api/discussion/discussion/${asha}`;
const page = (text: string, status = 200) => new Response(`<h1>${text}</h1>`, { status });
const answers = (path: string, answer: () => Response | Promise<Response>) =>
  network.answers.set(path, answer);
const signedIn = (s_id: string | null) =>
  answers(session, () => answerOf({ student: s_id === null ? null : { ...student, account: s_id } }));
const accounts = async () => (await worker.caches.keys()).filter((name) => name.startsWith('personal'));
const kept = async () => {
  const name = await personalCache();
  if (name === null) return [];
  return (await (await worker.caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
};

/** With the shell kept, and whoever is signed in. */
async function begin(account: string | null = asha): Promise<void> {
  answers('/shell', () => page('Shell'));
  answers('/assets/app-1.js', () => new Response('app'));
  await worker.install();
  if (account !== null) await adoptAccount(account);
  network.asked.length = 0;
}

/** What every screen asks for, kept. */
async function keepTimeline(): Promise<void> {
  answers(timeline, () => answerOf({ tasks: ['kept'] }));
  await worker.fetch(timeline);
  expect(await kept()).toEqual([timeline]);
}

describe('pages that are opened by their address', () => {
  it.each([
    ['without a line', () => void (network.isCut = true)],
    [
      'behind a balancer that answers for a portal that is away',
      () => answers('/viva', () => page('Bad gateway', 502)),
    ],
  ])('come as the shell %s', async (_, breakDown) => {
    await begin();
    breakDown();
    expect(await (await worker.open('/viva'))?.text()).toBe('<h1>Shell</h1>');
  });

  it('come from the portal as long as it answers, with its own refusals', async () => {
    await begin();
    answers('/viva', () => page('Viva', 500));
    expect(await (await worker.open('/viva'))?.text()).toBe('<h1>Viva</h1>');
  });

  it.each(['/api/files/7', '/assets/other.js', '/documents/brief.html', '/images/p1.svg'])(
    '%s is no page',
    async (address) => {
      await begin();
      network.isCut = true;
      const answer = worker.open(address);
      if (address.startsWith('/api') || address.startsWith('/assets')) expect(await answer).toBeNull();
      else await expect(answer).rejects.toThrow();
    },
  );

  it('of a student that staff look at come from the portal alone, without shell, and nothing of them is saved', async () => {
    await begin();
    const screen = '/staff/students/asha%40example.test/as/viva';
    answers(screen, () => page('Viva of Asha'));
    answers('/images/p1.svg', () => page('Picture'));
    answers('/documents/p1.html', () => page('Document'));
    const stored = () => worker.caches.keys().then((names) => names.toSorted());
    const before = await stored();
    expect(await (await worker.open(screen))?.text()).toBe('<h1>Viva of Asha</h1>');
    for (const address of ['/images/p1.svg', '/documents/p1.html'])
      expect(await worker.fetch(address, { referrer: `http://portal.test${screen}` }), address).toBeNull();
    expect(await stored()).toEqual(before);
    network.isCut = true;
    for (const address of [screen, '/staff/students/asha%40example.test/as', `${screen}?tab=x`])
      await expect(worker.open(address), address).rejects.toThrow();
    expect(await (await worker.open('/staff/students/asha%40example.test'))?.text()).toBe('<h1>Shell</h1>');
  });

  it.each([
    ['hangs', (late: Promise<string[]>) => late],
    ['throws', () => Promise.reject(new Error('Storage is disabled'))],
  ])('come from the portal where the storage %s, and so does the answer to a login', async (_, keys) => {
    await begin();
    const { promise: late, resolve: goOn } = Promise.withResolvers<string[]>();
    answers('/viva', () => page('Viva'));
    answers('/login', () => page('Logged in'));
    vi.spyOn(worker.caches, 'keys').mockImplementation(() => keys(late));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const form = { method: 'POST', mode: 'navigate', referrer: 'http://portal.test/login' } as const;
      const opened = [
        worker.begin('/viva'),
        worker.fetch('/login', { ...form, body: new URLSearchParams() }),
      ];
      await vi.advanceTimersByTimeAsync(5_000);
      const texts = (await Promise.all(opened)).map((answer) => answer?.text());
      expect(await Promise.all(texts)).toEqual(['<h1>Viva</h1>', '<h1>Logged in</h1>']);
    } finally {
      // The lock is held until then.
      goOn([]);
      vi.useRealTimers();
    }
  });

  describe('on a line that takes long', () => {
    /** A page that takes 10 s. @returns when the shell has come in its place, in seconds; null where the page came */
    async function openSlow(address: string): Promise<number | null> {
      answers(address, () => new Promise((resolve) => setTimeout(() => resolve(page('Page')), 10_000)));
      const begunAt = Date.now();
      const answer = await worker.begin(address);
      const seconds = (Date.now() - begunAt) / 1_000;
      return (await answer?.text()) === '<h1>Shell</h1>' ? seconds : null;
    }
    async function whenShellComes(...addresses: string[]): Promise<(number | null)[]> {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      try {
        const opened: Promise<number | null>[] = [];
        for (const address of addresses) {
          opened.push(openSlow(address));
          await vi.advanceTimersByTimeAsync(5_000);
        }
        await vi.advanceTimersByTimeAsync(10_000);
        return await Promise.all(opened);
      } finally {
        vi.useRealTimers();
      }
    }
    const workOnce = async () => {
      answers('/account', () => page('Account'));
      await worker.open('/account');
    };

    it('the shell comes after 4 s for a screen that is kept; others are waited for', async () => {
      await begin();
      await workOnce();
      expect(await whenShellComes('/terms')).toEqual([null]);
      expect(await whenShellComes('/viva')).toEqual([4]);
    });

    it('it comes after half a second where the line has just been slow or failed, until it works', async () => {
      await begin();
      await workOnce();
      expect(await whenShellComes('/viva', '/references')).toEqual([4, 0.5]);
      network.isCut = true;
      await worker.open('/account');
      network.isCut = false;
      expect(await whenShellComes('/viva')).toEqual([0.5]);
      await workOnce();
      expect(await whenShellComes('/viva')).toEqual([4]);
    });

    it('the page is waited for where nobody’s answers are kept', async () => {
      await begin(null);
      expect(await whenShellComes('/viva')).toEqual([null]);
    });
  });
});

describe('files of the build', () => {
  it('come from the device; those of another build from the portal, and old ones leave', async () => {
    await begin();
    network.isCut = true;
    expect(await (await worker.fetch('/assets/app-1.js'))?.text()).toBe('app');
    expect(await worker.fetch('/assets/app-2.js')).toBeNull();
    const [name = ''] = (await worker.caches.keys()).filter((one) => one.includes('precache'));
    const cache = await worker.caches.open(name);
    await cache.put('/assets/app-0.js', new Response('old'));
    await worker.activate();
    expect((await cache.keys()).map(({ url }) => new URL(url).pathname)).not.toContain('/assets/app-0.js');
    expect(worker.claim).toHaveBeenCalled();
  });

  it('a new version takes over when a page says so, and at no other word', async () => {
    await worker.tell('something else');
    expect(worker.skipWaiting).not.toHaveBeenCalled();
    await worker.tell(takeOver);
    expect(worker.skipWaiting).toHaveBeenCalled();
  });
});

describe('answers of calls', () => {
  it('are kept with their age, and shown without a line and behind a balancer', async () => {
    await begin();
    await keepTimeline();
    expect((await worker.fetch(timeline))?.headers.get(seenAtHeader)).toBeNull();
    network.isCut = true;
    const shown = await worker.fetch(timeline);
    expect(await shown?.json()).toEqual({ tasks: ['kept'] });
    expect(Number(shown?.headers.get(seenAtHeader))).toBeGreaterThan(0);
    network.isCut = false;
    answers(timeline, () => page('Bad gateway', 502));
    expect(await (await worker.fetch(timeline))?.json()).toEqual({ tasks: ['kept'] });
    answers(forum, () => page('Bad gateway', 502));
    expect((await worker.fetch(forum))?.status).toBe(502);
  });

  it('are as old as their request: what changed while they were on their way, they may not say', async () => {
    await begin();
    const { promise, resolve: arrive } = Promise.withResolvers<Response>();
    answers(timeline, () => promise);
    const asked = worker.fetch(timeline);
    await eventually(() => expect(network.asked).toContain(timeline));
    const before = Date.now();
    vi.setSystemTime(before + 60_000);
    arrive(answerOf({}));
    await asked;
    vi.useRealTimers();
    network.isCut = true;
    const seenAt = Number((await worker.fetch(timeline))?.headers.get(seenAtHeader));
    expect(seenAt).toBeLessThanOrEqual(before);
  });

  it.each([
    ['nobody has adopted', timeline, null, {}],
    ['are of an older page of a list', `${forum}?before=7`, asha, {}],
    ['are a part of a file', timeline, asha, { headers: { range: 'bytes=0-1' } }],
    ['are downloads', '/api/files/7', asha, {}],
    ['are other people’s', '/api/staff/batches', asha, {}],
  ])('that %s are not kept', async (_, address, account, options) => {
    await begin(account);
    answers(new URL(address, location.href).pathname, () => answerOf({}));
    await worker.fetch(address, options);
    expect(await kept()).toEqual([]);
  });

  describe('with the viva day, whose names are on a device for that day and its eve alone,', () => {
    const ofDay = '/api/staff/batches/MERN/viva-day';
    const noon = new Date(2026, 11, 3, 12).getTime();
    /** @param days from the viva to the reading, which is online */
    const keepDay = async (day: string | null) => {
      vi.setSystemTime(noon);
      await begin('m@example.test');
      answers(ofDay, () => answerOf({ day, vivas: [] }));
      await worker.fetch(ofDay);
      network.isCut = true;
    };

    it.each(['2026-12-03', '2026-12-04'])('open that of %s offline', async (day) => {
      await keepDay(day);
      expect(await (await worker.fetch(ofDay))?.json()).toEqual({ day, vivas: [] });
      vi.useRealTimers();
    });

    it.each(['2026-12-02', '2026-12-05', '2027-01-01', null])('do not keep that of %s', async (day) => {
      await keepDay(day);
      expect(await kept()).toEqual([]);
      vi.useRealTimers();
    });

    it('do not show it when it is over', async () => {
      await keepDay('2026-12-03');
      vi.setSystemTime(new Date(2026, 11, 4, 0, 1).getTime());
      await expect(worker.fetch(ofDay)).rejects.toThrow();
      vi.useRealTimers();
    });
  });

  it('that are refused are not kept', async () => {
    await begin();
    answers(timeline, () => answerOf({ code: 'forbidden' }, 403));
    await worker.fetch(timeline);
    expect(await kept()).toEqual([]);
  });

  it('grow to no more than 120, and the oldest leave', async () => {
    await begin();
    for (let n = 0; n < 122; n++) {
      const path = `/api/references/projects/P${n}`;
      answers(path, () => answerOf({}));
      await worker.fetch(path);
    }
    const paths = await kept();
    expect([paths.length, paths[0]]).toEqual([120, '/api/references/projects/P2']);
  });
});

describe('what is kept leaves with its account', () => {
  it.each([
    [
      'a session that has ended',
      () => answers(forum, () => answerOf({ code: 'signed_out' }, 401)),
      () => worker.fetch(forum),
    ],
    ['a session that is nobody’s', () => signedIn(null), () => worker.fetch(session)],
    ['the login page', () => answers('/login', () => sameOrigin(page('Login'))), () => worker.open('/login')],
    [
      'a logout',
      () => answers('/api/auth/logout', () => new Response(null, { status: 204 })),
      () => worker.fetch('/api/auth/logout', { method: 'POST' }),
    ],
    [
      'a login by form',
      () => answers('/login', () => page('Home')),
      () =>
        worker.fetch('/login', { method: 'POST', mode: 'navigate', referrer: 'http://portal.test/login' }),
    ],
    [
      'a logout by form',
      () => answers('/account', () => page('Home')),
      () =>
        worker.fetch('/account', { method: 'POST', mode: 'navigate', referrer: 'http://portal.test/viva' }),
    ],
  ])('at %s', async (_, answerAs, happen) => {
    await begin();
    await keepTimeline();
    answerAs();
    await happen();
    expect(await accounts()).toEqual([]);
  });

  it.each([
    [
      'a logout that failed',
      () => answers('/api/auth/logout', () => answerOf({}, 503)),
      () => worker.fetch('/api/auth/logout', { method: 'POST' }),
    ],
    [
      'a login page that leads on',
      () => answers('/login', () => page('Dashboard')),
      () => worker.open('/login'),
    ],
    [
      'a login that is refused',
      () => answers('/api/auth/login', () => answerOf({}, 401)),
      () => worker.fetch('/api/auth/login', { method: 'POST' }),
    ],
  ])('not at %s', async (_, answerAs, happen) => {
    await begin();
    await keepTimeline();
    answerAs();
    await happen();
    expect(await kept()).toEqual([timeline]);
  });

  it.each([
    [
      'a login',
      () =>
        answers('/api/auth/login', () => answerOf({ student: { ...student, account: 'b@example.test' } })),
      () => worker.fetch('/api/auth/login', { method: 'POST' }),
    ],
    ['a session', () => signedIn('b@example.test'), () => worker.fetch(session)],
  ])('at %s of another account, which is kept for from then on', async (_, answerAs, happen) => {
    await begin();
    await keepTimeline();
    answerAs();
    await happen();
    expect(await accounts()).toEqual(['personal of b@example.test']);
    expect(await kept()).not.toContain(timeline);
  });

  it('and no answer that was asked for before is written after', async () => {
    await begin();
    const { promise, resolve: arrive } = Promise.withResolvers<Response>();
    answers(timeline, () => promise);
    const asked = worker.fetch(timeline);
    await eventually(() => expect(network.asked).toContain(timeline));
    await adoptAccount('b@example.test');
    arrive(answerOf({ tasks: ['of Asha'] }));
    expect(await (await asked)?.json()).toEqual({ tasks: ['of Asha'] });
    expect(await accounts()).toEqual(['personal of b@example.test']);
    expect(await kept()).toEqual([]);
  });

  it('also when both happen at once', async () => {
    await begin();
    answers(timeline, () => answerOf({ tasks: ['of Asha'] }));
    const { has } = worker.caches;
    let left: Promise<unknown> = Promise.resolve();
    // The account leaves between the look whether it is there and the write.
    worker.caches.has = async (name) => {
      const isThere = await has.call(worker.caches, name);
      left = adoptAccount('b@example.test');
      await new Promise((resolve) => setTimeout(resolve, 1));
      return isThere;
    };
    await worker.fetch(timeline);
    await left;
    expect(await accounts()).toEqual(['personal of b@example.test']);
  });
});

describe('forms that a page posts by itself', () => {
  const post = (body: BodyInit, referrer = 'http://portal.test/discussion/A') =>
    worker.fetch('/discussion/A?edit=7', { method: 'POST', mode: 'navigate', referrer, body });
  const question = () => new URLSearchParams({ question: '<b>Why?</b>', password: 'secret' });

  it('go to the portal as they are', async () => {
    await begin();
    answers('/discussion/A', () => page('Posted'));
    expect(await (await post(question()))?.text()).toBe('<h1>Posted</h1>');
  });

  it('bring back what was typed without a line, but no password', async () => {
    await begin();
    network.isCut = true;
    const answer = await post(question());
    const html = (await answer?.text()) ?? '';
    expect(answer?.status).toBe(503);
    expect(html).toContain('&lt;b&gt;Why?&lt;/b&gt;');
    expect(html).not.toContain('secret');
    worker.onLine = false;
    network.asked.length = 0;
    expect((await post(question()))?.status).toBe(503);
    expect(network.asked, 'the browser knows that there is no line').toEqual([]);
  });

  it('are not copied where they bring a file: it may be large', async () => {
    await begin();
    network.isCut = true;
    const form = new FormData();
    form.append('comments', 'Done.');
    form.append('files', new File(['work'], 'work.txt'));
    expect(await (await post(form))?.text()).not.toContain('Done.');
  });

  it('of another site are no matter of the worker’s', async () => {
    await begin();
    expect(await post(question(), 'https://elsewhere.test/')).toBeNull();
    expect(await post(question(), '')).toBeNull();
  });
});

describe('Background Sync', () => {
  const waits = async () => {
    const account = accountWithStorage();
    await openRequestStore(account).add({ ...aRequest({ account }), file: null });
    return account;
  };

  it('sends what waits, and asks for another event where something is left', async () => {
    const account = await waits();
    signedIn(account);
    const path = `/api/discussion/discussion/${account}/question/7/answer`;
    answers(path.replace('@', '%40'), () => answerOf({}, 503));
    await expect(worker.sync(syncTag)).rejects.toThrow('is not sent yet');
    expect(network.asked.map(decodeURIComponent)).toContain(path);
  });

  it('of something else is no matter of ours', async () => {
    await waits();
    await worker.sync('something else');
    expect(network.asked).toEqual([]);
  });
});

/** As the browser gives an answer of the page's own origin, which was not redirected by others. */
function sameOrigin(answer: Response): Response {
  Object.defineProperty(answer, 'type', { value: 'basic' });
  return answer;
}
