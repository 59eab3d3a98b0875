import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { useAutomaticRetry } from '../../lib/calls/use-automatic-retry.ts';
import { useOnline } from '../../lib/calls/use-online.ts';
import { useShowsSavedDraft } from '../../lib/forms/use-draft.ts';
import { seenScreen, watchScreens } from '../../lib/offline/seen-answers.ts';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { isUnkept } from '../../lib/outbox/request-store.ts';
import { canReauthenticate } from '../../lib/session/reauth-prompt.ts';
import { logInAgain, readFraction } from '../../lib/outbox/outbox.ts';
import { removeRequest } from '../../lib/outbox/change-request.ts';
import { useClaims, useFraction, useOutbox } from '../../lib/outbox/use-outbox.ts';
import { loginAddress } from '../../lib/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { formatClock } from '../../ui/time-format.ts';
import { useZone } from '../../ui/time.tsx';
import { countRequests } from './outbox-words.ts';
import { nameRequest, tellSent } from './request-words.ts';
import styles from './frame.module.css';

/** Milliseconds; requests sent sooner get no notice. */
const patienceMs = 3_000;
const maxLines = 3;

/** Rerenders when a request is old enough for a notice. */
function useIsLate(requests: readonly QueuedRequest[]): (request: QueuedRequest) => boolean {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(
    ...requests.map(({ pressedAt }) => pressedAt + patienceMs).filter((due) => due > now),
  );
  useEffect(() => {
    if (next === Infinity) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return ({ pressedAt }) => pressedAt + patienceMs <= now;
}

/** Hidden from screen readers, which would read each step. */
function Percent({ id }: { id: string }) {
  const fraction = useFraction(id);
  return fraction === undefined || fraction === 0 ? null : (
    <span aria-hidden="true">{` (${Math.floor(fraction * 100)} %)`}</span>
  );
}

function LoginAgain() {
  const { pathname } = useLocation();
  if (!canReauthenticate())
    return (
      <ButtonLink to={loginAddress(pathname)} variant="secondary" small>
        Login
      </ButtonLink>
    );
  return (
    <Button variant="secondary" small onClick={() => void logInAgain()}>
      Login
    </Button>
  );
}

function Connection({ waiting }: { waiting: readonly QueuedRequest[] }) {
  const { pathname, search } = useLocation();
  const readSeen = () => seenScreen(pathname + search);
  const seen = useSyncExternalStore(watchScreens, readSeen, () => null);
  useAutomaticRetry(seen?.failure ?? null);
  const zone = useZone();
  const isOnline = useOnline();
  const showsSavedDraft = useShowsSavedDraft();
  const problem = !isOnline ? 'Offline' : seen === null ? null : 'The portal cannot be reached';
  if (problem === null && waiting.length === 0) return null;
  const isOne = waiting.length === 1;
  const isSignedOut = waiting.some(({ failure }) => failure?.status === 401);
  const sent = waiting.find(({ id }) => readFraction(id) !== undefined) ?? waiting[0];
  const count = countRequests(waiting);
  const start =
    problem === null
      ? `${count} ${isOne ? 'is' : 'are'} not sent yet`
      : waiting.length === 0
        ? problem
        : `${problem} – ${count} will be sent later`;
  const rest = [
    isSignedOut && 'Please log in again.',
    problem === null && !isSignedOut && `${isOne ? 'It' : 'They'} will be sent automatically.`,
    waiting.some(({ id }) => isUnkept(id)) && 'Please keep this page open.',
    seen !== null && `Page saved at ${formatClock(seen.seenAt, seen.loadedAt, zone)}.`,
    !isOnline && waiting.length === 0 && showsSavedDraft && 'Your text is saved on this device.',
  ];
  return (
    <div className={styles['line']}>
      <p>
        <span>{start}</span>
        {sent && <Percent id={sent.id} />}
        <span>{['.', ...rest.filter((sentence) => sentence !== false)].join(' ')}</span>
      </p>
      {isSignedOut && <LoginAgain />}
    </div>
  );
}

function Refused({ request }: { request: QueuedRequest }) {
  return (
    <div className={styles['line']} data-tone="error">
      <p>
        <span>{`${nameRequest(request)} was refused: ${request.failure?.message ?? ''} `}</span>
        <Link to={request.label.to}>View it</Link>
      </p>
      <Button variant="quiet" small onClick={() => void removeRequest(request)}>
        Remove it
      </Button>
    </div>
  );
}

function Sent({ request, onClose }: { request: QueuedRequest; onClose: () => void }) {
  const { text, link, to } = tellSent(request);
  return (
    <div className={styles['line']} data-tone="sent">
      <p>
        <span>{`${text} `}</span>
        <Link to={to} onClick={onClose}>
          {link}
        </Link>
      </p>
      <Button variant="quiet" small onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/**
 * Covers nothing. Shows the connection and requests, except those that their form shows. In the page from the
 * start, so that screen readers announce changes.
 */
export function ConnectionBar() {
  const requests = useOutbox();
  const claims = useClaims();
  const isLate = useIsLate(requests);
  const [shown, setShown] = useState<readonly QueuedRequest[]>([]);
  const others = requests.filter(({ subject, id }) => !claims.has(subject) && !claims.has(id));
  const waiting = others.filter(
    (request) => request.state === 'waiting' && (request.failure !== null || isLate(request)),
  );
  const refused = others.filter(({ state }) => state === 'refused');
  const news = requests.filter(({ state, id }) => state === 'done' && shown.every((one) => one.id !== id));
  // Not again after a reload, nor in another tab.
  if (news.length > 0) setShown([...shown, ...news]);
  useEffect(() => {
    const forget = () => {
      if (!document.hidden)
        for (const request of requests) if (request.state === 'done') void removeRequest(request);
    };
    forget();
    document.addEventListener('visibilitychange', forget);
    return () => document.removeEventListener('visibilitychange', forget);
  }, [requests]);
  const close = (request: QueuedRequest) => setShown((all) => all.filter(({ id }) => id !== request.id));
  return (
    <div role="status" className={styles['bar']}>
      <Connection waiting={waiting} />
      {refused.slice(0, maxLines).map((request) => (
        <Refused key={request.id} request={request} />
      ))}
      {shown.slice(-maxLines).map((request) => (
        <Sent key={request.id} request={request} onClose={() => close(request)} />
      ))}
    </div>
  );
}
