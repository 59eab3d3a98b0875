import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Act } from '../../lib/outbox/act.ts';
import { isUnkept } from '../../lib/outbox/act-store.ts';
import { canReauthenticate, reauthenticate } from '../../lib/session/reauth-prompt.ts';
import { readFraction, wakeOutbox } from '../../lib/outbox/outbox.ts';
import { removeAct } from '../../lib/outbox/press.ts';
import { useClaims, useFraction, useOutbox } from '../../lib/outbox/use-outbox.ts';
import { loginAddress } from '../../lib/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { thisDevice } from '../../ui/this-device.ts';
import { countActs, nameAct, tellSent } from './outbox-words.ts';
import styles from './outbox-notice.module.css';

/** Requests sent within this time get no notice, in milliseconds. */
const patienceMs = 3_000;
const maxLines = 3;

/** Whether a request is old enough for a notice; rerenders when it is. */
function useIsLate(acts: readonly Act[]): (act: Act) => boolean {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(...acts.map(({ pressedAt }) => pressedAt + patienceMs).filter((due) => due > now));
  useEffect(() => {
    if (next === Infinity) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return ({ pressedAt }) => pressedAt + patienceMs <= now;
}

/** Upload progress; hidden from screen readers, which would read each step. */
function Percent({ id }: { id: string }) {
  const fraction = useFraction(id);
  return fraction === undefined || fraction === 0 ? null : (
    <span aria-hidden="true">{` (${Math.floor(fraction * 100)} %)`}</span>
  );
}

function Waiting({ acts }: { acts: readonly Act[] }) {
  const { pathname } = useLocation();
  const isSignedOut = acts.some(({ failure }) => failure?.status === 401);
  const sent = acts.find(({ id }) => readFraction(id) !== undefined) ?? acts[0];
  const areNotSent = `${acts.length === 1 ? 'is' : 'are'} not sent yet`;
  const pronoun = acts.length === 1 ? 'It' : 'They';
  const isLost = acts.some(({ id }) => isUnkept(id));
  return (
    <div className={styles['line']}>
      <p>
        <span>{`${countActs(acts)} ${areNotSent}`}</span>
        {sent && <Percent id={sent.id} />}
        <span>{isSignedOut ? '. Please log in again.' : `. ${pronoun} will be sent automatically.`}</span>
        <span>
          {isLost
            ? ' Please keep this page open.'
            : ` ${pronoun} ${acts.length === 1 ? 'is' : 'are'} saved on ${thisDevice()}.`}
        </span>
      </p>
      {isSignedOut &&
        (canReauthenticate() ? (
          <Button
            variant="secondary"
            small
            onClick={() => void reauthenticate().then((isSignedIn) => isSignedIn && wakeOutbox())}
          >
            Login
          </Button>
        ) : (
          <ButtonLink to={loginAddress(pathname)} variant="secondary" small>
            Login
          </ButtonLink>
        ))}
    </div>
  );
}

function Refused({ act }: { act: Act }) {
  return (
    <div className={styles['line']} data-tone="error">
      <p>
        <span>{`${nameAct(act)} was refused: ${act.failure?.message ?? ''} `}</span>
        <Link to={act.label.to}>Open it</Link>
      </p>
      <Button variant="quiet" small onClick={() => void removeAct(act)}>
        Remove it
      </Button>
    </div>
  );
}

function Told({ act, onClose }: { act: Act; onClose: () => void }) {
  const { text, link, to } = tellSent(act);
  return (
    <div className={styles['line']} data-tone="success">
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

/** Unsent, refused and just sent requests, on every screen, except those that their own form shows. */
export function OutboxNotice() {
  const acts = useOutbox();
  const claims = useClaims();
  const isLate = useIsLate(acts);
  const [told, setTold] = useState<readonly Act[]>([]);
  const others = acts.filter(({ subject, id }) => !claims.has(subject) && !claims.has(id));
  const waiting = others.filter((act) => act.state === 'waiting' && (act.failure !== null || isLate(act)));
  const refused = others.filter(({ state }) => state === 'refused');
  const news = acts.filter(({ state, id }) => state === 'done' && told.every((one) => one.id !== id));
  // Shown once: not again after a reload, nor in another tab.
  if (news.length > 0) setTold([...told, ...news]);
  useEffect(() => {
    const forget = () => {
      if (!document.hidden) for (const act of acts) if (act.state === 'done') void removeAct(act);
    };
    forget();
    document.addEventListener('visibilitychange', forget);
    return () => document.removeEventListener('visibilitychange', forget);
  }, [acts]);
  const close = (act: Act) => setTold((all) => all.filter(({ id }) => id !== act.id));
  return (
    <div role="status" className={styles['notice']}>
      {told.slice(-maxLines).map((act) => (
        <Told key={act.id} act={act} onClose={() => close(act)} />
      ))}
      {refused.slice(0, maxLines).map((act) => (
        <Refused key={act.id} act={act} />
      ))}
      {waiting.length > 0 && <Waiting acts={waiting} />}
    </div>
  );
}
