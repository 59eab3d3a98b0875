import { useEffectEvent, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { deviceSwitch } from '../../../lib/device-switch.ts';
import { queueListSetting } from '../../../lib/stored-names/offline.ts';
import { useKeyShortcuts } from '../../../lib/use-key-shortcuts.ts';
import { useAnnouncement, type Announcement } from '../../../ui/notice.tsx';
import styles from './desk.module.css';

const queueList = deviceSwitch(queueListSetting, true);

export const useIsListShown = queueList.use;

/** Beside the list, for its switch. */
export const listId = 'submissions-list';

/** Hides the list beside an open submission. Phones show either: there it is a link of the head. */
export function ListSwitch() {
  const isShown = useIsListShown();
  return (
    <button
      type="button"
      className={styles['listSwitch']}
      aria-expanded={isShown}
      aria-controls={listId}
      aria-keyshortcuts="l"
      aria-label="List of submissions"
      title={isShown ? 'Hide the list (L)' : 'Show the list (L)'}
      data-needs-script=""
      onClick={() => queueList.set(!isShown)}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
        <path d="M8 3.5v13M4.5 7h1.5M4.5 10h1.5M4.5 13h1.5" />
      </svg>
      {!isShown && <span>List</span>}
    </button>
  );
}

export const isSeen = (element: HTMLElement | null): boolean =>
  element !== null && element.checkVisibility?.() !== false;

/**
 * `L` hides the list, or shows it with the focus on the open submission's row. On a phone it leads to the list.
 * @param heading of the open submission: gets the focus that was in the list
 * @param list its address
 */
export function useListKey(heading: RefObject<HTMLElement | null>, list: string): Announcement {
  const [announcement, announce] = useAnnouncement();
  const navigate = useNavigate();
  const change = useEffectEvent(() => {
    if (!isSeen(heading.current)) return;
    const side = document.getElementById(listId);
    const isShown = isSeen(side);
    const hadFocus = side?.contains(document.activeElement) === true;
    flushSync(() => queueList.set(!isShown));
    if (isShown) {
      if (hadFocus) heading.current?.focus({ preventScroll: true });
      announce('The list is hidden.');
    } else if (isSeen(side))
      side?.querySelector<HTMLElement>('ol [aria-current]')?.focus({ preventScroll: true });
    else void navigate(list, { preventScrollReset: true });
  });
  const [shortcuts] = useState(() => ({ l: () => change() }));
  useKeyShortcuts(shortcuts);
  return announcement;
}
