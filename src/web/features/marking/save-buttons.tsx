import { useRef } from 'react';
import { useClickOutside } from '../../lib/use-click-outside.ts';
import { Button } from '../../ui/button.tsx';
import styles from './mark.module.css';

const ways = {
  saveNext: { label: 'Save and next', released: false, thenOn: true },
  releaseNext: { label: 'Save, release and next', released: true, thenOn: true },
  save: { label: 'Save', released: false, thenOn: false },
  release: { label: 'Save and release', released: true, thenOn: false },
} as const;
export type SaveWay = keyof typeof ways;

export function saveWay(released: boolean, thenOn: boolean): SaveWay {
  if (released) return thenOn ? 'releaseNext' : 'release';
  return thenOn ? 'saveNext' : 'save';
}

/** The usual one first. */
function waysOf(isReleased: boolean, canHide: boolean, canGoOn: boolean): SaveWay[] {
  if (!canGoOn) return isReleased ? (canHide ? ['release', 'save'] : ['release']) : ['save', 'release'];
  if (!isReleased) return ['saveNext', 'releaseNext', 'save', 'release'];
  return canHide ? ['releaseNext', 'release', 'save'] : ['releaseNext', 'release'];
}

/** `data-then-on` tells the form to go on. */
export function SaveButtons({
  isReleased,
  canHide,
  canGoOn,
  isPrimary,
  busyWay,
  onHide,
}: {
  isReleased: boolean;
  canHide: boolean;
  /** There are other submissions. */
  canGoOn: boolean;
  /** Not beside the buttons of a posted form that was refused. */
  isPrimary: boolean;
  busyWay: SaveWay | null;
  onHide: () => void;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current !== null) menu.current.open = false;
  };
  useClickOutside(menu, true, close);
  const button = (way: SaveWay, isUsual: boolean) => {
    const { released, thenOn, label } = ways[way];
    const hides = isReleased && !released;
    return (
      <Button
        key={way}
        // Enter clicks the first submit button, which must keep the release state.
        type={hides ? 'button' : 'submit'}
        name="released"
        value={released ? 'yes' : 'no'}
        variant={!isUsual ? 'quiet' : isPrimary ? 'primary' : 'secondary'}
        small={!isUsual}
        data-then-on={thenOn || undefined}
        busy={busyWay === way}
        onClick={() => {
          close();
          if (hides) onHide();
        }}
      >
        {hides ? 'Save and withdraw' : isUsual ? ways[thenOn ? 'saveNext' : 'save'].label : label}
      </Button>
    );
  };
  const [usual = 'save', ...others] = waysOf(isReleased, canHide, canGoOn);
  if (others.length === 0) return button(usual, true);
  return (
    <div className={styles['split']} data-secondary={!isPrimary || undefined}>
      {button(usual, true)}
      <details ref={menu} className={styles['more']}>
        <summary data-plain aria-label="More ways to save" />
        <div className={styles['menu']}>{others.map((way) => button(way, false))}</div>
      </details>
    </div>
  );
}
