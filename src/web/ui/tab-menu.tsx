import { useEffect, useState, type RefObject } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './tab-menu.module.css';

/** What the list shows of a tab. */
type Tab = { value: string; label: string; closed?: string | undefined };

/** Whether an element has left the window. */
function useAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    // On a busy device several changes come at once; the last one holds.
    const observer = new IntersectionObserver((changes) => setIsAway(!changes.at(-1)?.isIntersecting));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAway;
}

/**
 * On a phone the row of tabs scrolls out of sight: then a bar at the bottom, where the thumb is, opens the same tabs
 * as a list. The row itself keeps the roles and the keys.
 */
export function TabMenu({
  row,
  label,
  tabs,
  value,
  onChange,
}: {
  row: RefObject<HTMLElement | null>;
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
}) {
  const isAway = useAway(row);
  const [isOpen, setIsOpen] = useState(false);
  if (!isAway && !isOpen) return null;
  const choose = (tab: Tab) => {
    if (tab.closed !== undefined) return;
    setIsOpen(false);
    onChange(tab.value);
    // After the dialog has given the focus back: what was chosen begins at the row.
    const chosen = row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)];
    requestAnimationFrame(() => chosen?.focus());
  };
  return (
    <div className={styles['bar']} data-tab-menu>
      <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Sections: {tabs.find((tab) => tab.value === value)?.label}
      </Button>
      {isOpen && (
        <Dialog
          title={label}
          onClose={() => setIsOpen(false)}
          actions={
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              Close
            </Button>
          }
        >
          <ul className={styles['list']}>
            {tabs.map((tab) => (
              <li key={tab.value}>
                <button
                  type="button"
                  className={styles['item']}
                  aria-current={tab.value === value || undefined}
                  aria-disabled={tab.closed !== undefined || undefined}
                  onClick={() => choose(tab)}
                >
                  {tab.label} {tab.closed !== undefined && <small>{tab.closed}</small>}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}
