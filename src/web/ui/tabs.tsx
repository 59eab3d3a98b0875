import { Tabs as Library } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export type Tab = {
  value: string;
  label: string;
  /** Why the tab is closed; an open one has none. */
  closed?: string | undefined;
  panel: ReactNode;
};

/** Panels behind tabs, moved through with the arrow keys. Only the open panel is in the page. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Library
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      keepMounted={false}
      classNames={{ list: styles['list'] ?? '', tab: styles['tab'] ?? '', panel: styles['panel'] ?? '' }}
    >
      <Library.List aria-label={label}>
        {tabs.map((tab) => (
          <Library.Tab key={tab.value} value={tab.value} disabled={tab.closed !== undefined}>
            {tab.label} {tab.closed !== undefined && <span className={styles['note']}>{tab.closed}</span>}
          </Library.Tab>
        ))}
      </Library.List>
      {tabs.map((tab) => (
        <Library.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Library.Panel>
      ))}
    </Library>
  );
}
