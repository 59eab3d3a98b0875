import { Tabs as Library } from '@mantine/core';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
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
 * focus comes to opens, Home and End included, which the library would only focus.
 */
function moveAlong(event: KeyboardEvent) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(event.target as HTMLElement);
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
  const isClosed = (of: string) => tabs.some((tab) => tab.value === of && tab.closed !== undefined);
  return (
    <Library
      value={value}
      onChange={(next) => next !== null && !isClosed(next) && onChange(next)}
      orientation="vertical"
      unstyled
      keepMounted={false}
      classNames={{
        root: styles['root'] ?? '',
        list: styles['list'] ?? '',
        tab: styles['tab'] ?? '',
        panel: styles['panel'] ?? '',
      }}
    >
      <div ref={row} className={styles['side']}>
        <Library.List aria-label={label} onKeyDownCapture={moveAlong}>
          {tabs.map((tab) => (
            <Library.Tab
              key={tab.value}
              value={tab.value}
              aria-disabled={tab.closed !== undefined || undefined}
              aria-describedby={tab.closed !== undefined && note !== undefined ? 'tabs-note' : undefined}
            >
              {tab.label} {tab.closed !== undefined && <span className={styles['note']}>{tab.closed}</span>}
            </Library.Tab>
          ))}
        </Library.List>
        {note !== undefined && (
          <p id="tabs-note" className={styles['below']}>
            {note}
          </p>
        )}
      </div>
      <TabMenu row={row} label={label} tabs={tabs} value={value} onChange={onChange} />
      {tabs.map((tab) => (
        <Library.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Library.Panel>
      ))}
    </Library>
  );
}
