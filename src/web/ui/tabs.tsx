import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { TabMenu } from './tab-menu.tsx';
import styles from './tabs.module.css';

export type Tab = {
  value: string;
  label: string;
  /** Why the tab is closed; an open one has none. */
  closed?: string | undefined;
  panel: ReactNode;
};

/**
 * The row stands upright on wide screens and in columns on narrow ones, so every arrow moves along it. Whatever the
 * focus comes to opens, if it can.
 */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget } = event;
  const tabs = [...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const at = tabs.indexOf(currentTarget);
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (at === -1 || to === undefined) return;
  const next = tabs.at(to % tabs.length);
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
  next?.click();
}

/**
 * Panels behind tabs, moved through with the arrow keys, Home and End. Only the open panel is in the page. A closed tab
 * keeps its place among the keys, so that whoever does not see the screen also learns why it is closed.
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  note,
}: {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Stands below the row and describes its closed tabs. */
  note?: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = tabs.find((tab) => tab.value === value);
  return (
    <div className={styles['root']}>
      <div ref={row} className={styles['side']}>
        <div role="tablist" aria-label={label} aria-orientation="vertical" className={styles['list']}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}${tab.value}`}
              className={styles['tab']}
              data-active={tab === current || undefined}
              aria-selected={tab === current}
              aria-controls={tab === current ? `${id}panel` : undefined}
              aria-disabled={tab.closed !== undefined || undefined}
              aria-describedby={tab.closed !== undefined && note !== undefined ? `${id}note` : undefined}
              tabIndex={tab === current ? 0 : -1}
              onKeyDown={moveAlong}
              onClick={() => tab.closed === undefined && onChange(tab.value)}
            >
              <span>
                {tab.label} {tab.closed !== undefined && <span className={styles['note']}>{tab.closed}</span>}
              </span>
            </button>
          ))}
        </div>
        {note !== undefined && (
          <p id={`${id}note`} className={styles['below']}>
            {note}
          </p>
        )}
      </div>
      <TabMenu row={row} label={label} tabs={tabs} value={value} onChange={onChange} />
      {current !== undefined && (
        <div
          key={value}
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${value}`}
          className={styles['panel']}
        >
          {current.panel}
        </div>
      )}
    </div>
  );
}
