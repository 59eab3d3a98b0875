import { useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { TabMenu } from './tab-menu.tsx';
import styles from './tabs.module.css';

export type Tab = {
  value: string;
  label: string;
  /** Why the tab is disabled; an enabled one has none. */
  disabledReason?: string | undefined;
  panel: ReactNode;
};

/**
 * Roving tabindex with automatic activation. The tab list is vertical on wide screens and in columns on narrow ones, so
 * all four arrow keys move along it.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget } = event;
  const tabs = [...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const index = tabs.indexOf(currentTarget);
  const target = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (index === -1 || target === undefined) return;
  const next = tabs.at(target % tabs.length);
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
  next?.click();
}

/**
 * Tabs with arrow keys, Home and End. Only the selected panel is rendered. A disabled tab stays focusable, so that screen
 * reader users also learn why it is disabled.
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  addressOf,
  note,
}: {
  /** The accessible name of the tab list. */
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  /** The address of a tab: before the script, and in another window, it is a link. */
  addressOf: (value: string) => string;
  /** Stands below the tab list and describes the disabled tabs. */
  note?: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = tabs.find((tab) => tab.value === value);
  function select(event: MouseEvent, tab: Tab): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (tab.disabledReason === undefined) onChange(tab.value);
  }
  return (
    <div className={styles['root']}>
      <div ref={row} className={styles['side']}>
        <div role="tablist" aria-label={label} aria-orientation="vertical" className={styles['list']}>
          {tabs.map((tab) => (
            <a
              key={tab.value}
              {...(tab.disabledReason === undefined && { href: addressOf(tab.value) })}
              role="tab"
              id={`${id}${tab.value}`}
              className={styles['tab']}
              data-active={tab === current || undefined}
              aria-selected={tab === current}
              aria-controls={tab === current ? `${id}panel` : undefined}
              aria-disabled={tab.disabledReason !== undefined || undefined}
              aria-describedby={
                tab.disabledReason !== undefined && note !== undefined ? `${id}note` : undefined
              }
              tabIndex={tab === current ? 0 : -1}
              onKeyDown={moveFocus}
              onClick={(event) => select(event, tab)}
            >
              <span>
                <span>{`${tab.label} `}</span>
                {tab.disabledReason !== undefined && (
                  <span className={styles['note']}>{tab.disabledReason}</span>
                )}
              </span>
            </a>
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
