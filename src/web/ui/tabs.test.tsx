import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Tabs, type Tab } from './tabs.tsx';

const tabs: Tab[] = [
  { value: 'document', label: 'Document', panel: <p>The document</p> },
  { value: 'grades', label: 'Grades', panel: <p>The grades</p> },
  { value: 'viva', label: 'Viva', disabledReason: '(not yet)', panel: <p>The viva</p> },
];

/** Tells the component whether the row of tabs is in the window. */
let scrollRow = (_isVisible: boolean) => {};
beforeEach(() => {
  scrollRow = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (changes: { isIntersecting: boolean }[]) => void) {
        scrollRow = (isIntersecting) => act(() => report([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});

function Example({ first = 'document' }: { first?: string }) {
  const [value, setValue] = useState(first);
  return (
    <Tabs
      label="Your project"
      tabs={tabs}
      value={value}
      onChange={setValue}
      addressOf={(tab) => `?tab=${tab}`}
      note="Opens in May."
    />
  );
}

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(name) });

describe('the row', () => {
  it('shows the open panel only, named by its tab', async () => {
    render(<Example />);
    expect(screen.getByRole('tabpanel', { name: 'Document' }).textContent).toBe('The document');
    expect(screen.queryByText('The grades')).toBeNull();
    await userEvent.click(tab('Grades'));
    expect(screen.getByRole('tabpanel', { name: 'Grades' }).textContent).toBe('The grades');
    expect(tab('Grades').getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
    expect(tab('Document').getAttribute('aria-controls')).toBeNull();
  });

  it('is made of links, for pages whose script has not come; a disabled tab leads nowhere', async () => {
    render(<Example />);
    expect(screen.getAllByRole('tab').map((one) => one.getAttribute('href'))).toEqual([
      '?tab=document',
      '?tab=grades',
      null,
    ]);
    const press = (init: MouseEventInit) => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
      act(() => void tab('Grades').dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(press({ ctrlKey: true }), 'in another window').toBe(false);
    expect(screen.getByRole('tabpanel', { name: 'Document' })).toBeTruthy();
    expect(press({})).toBe(true);
    expect(screen.getByRole('tabpanel', { name: 'Grades' })).toBeTruthy();
  });

  it('is one stop of the keyboard: roving tabindex', async () => {
    render(<Example />);
    const stops = () => screen.getAllByRole('tab').map((one) => one.tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    await userEvent.click(tab('Grades'));
    expect(stops()).toEqual([-1, 0, -1]);
  });

  it.each([
    ['ArrowRight', 'Grades'],
    ['ArrowDown', 'Grades'],
    ['ArrowLeft', 'Viva'],
    ['ArrowUp', 'Viva'],
    ['End', 'Viva'],
    ['Home', 'Document'],
  ])('%s goes from the first tab to %s', async (key, name) => {
    render(<Example />);
    act(() => tab('Document').focus());
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement).toBe(tab(name));
  });

  it('goes round at its end, and opens what the focus comes to', async () => {
    render(<Example />);
    act(() => tab('Document').focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tabpanel').textContent).toBe('The grades');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(tab('Document'));
    expect(screen.getByRole('tabpanel').textContent).toBe('The document');
  });

  it.each(['{End}', '{End}{Enter}', '{End} '])('%j opens no closed tab', async (keys) => {
    render(<Example />);
    act(() => tab('Document').focus());
    await userEvent.keyboard(keys);
    expect(document.activeElement).toBe(tab('Viva'));
    expect(screen.getByRole('tab', { selected: true })).toBe(tab('Document'));
    expect(screen.getByRole('tabpanel').textContent).toBe('The document');
  });

  it('leaves other keys alone', async () => {
    render(<Example />);
    act(() => tab('Document').focus());
    await userEvent.keyboard('x{PageDown}');
    expect(document.activeElement).toBe(tab('Document'));
  });

  it('a closed tab can be reached, says why, and does not open', async () => {
    render(<Example />);
    const viva = screen.getByRole('tab', { name: 'Viva (not yet)', description: 'Opens in May.' });
    expect(viva.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(viva);
    expect(screen.getByRole('tabpanel').textContent).toBe('The document');
    expect(tab('Grades').getAttribute('aria-disabled')).toBeNull();
    expect(tab('Grades').getAttribute('aria-describedby')).toBeNull();
  });
});

describe('the menu at the bottom of a phone', () => {
  const openMenu = () => userEvent.click(screen.getByRole('button', { name: /^Sections:/ }));

  it('is there while the row is out of the window only, and names the open tab', async () => {
    render(<Example />);
    expect(screen.queryByRole('button', { name: /^Sections:/ })).toBeNull();
    scrollRow(false);
    expect(screen.getByRole('button', { name: 'Sections: Document' })).toBeTruthy();
    scrollRow(true);
    expect(screen.queryByRole('button', { name: /^Sections:/ })).toBeNull();
  });

  it('opens the chosen section and gives its tab the focus', async () => {
    render(<Example />);
    scrollRow(false);
    await openMenu();
    const menu = within(screen.getByRole('dialog', { name: 'Your project' }));
    expect(menu.getByRole('button', { name: 'Document' }).getAttribute('aria-current')).toBe('true');
    await userEvent.click(menu.getByRole('button', { name: 'Grades' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('tabpanel').textContent).toBe('The grades');
    await waitFor(() => expect(document.activeElement).toBe(tab('Grades')));
  });

  it('keeps a closed section closed, with its reason', async () => {
    render(<Example />);
    scrollRow(false);
    await openMenu();
    const viva = screen.getByRole('button', { name: 'Viva (not yet)' });
    expect(viva.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(viva);
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.getByRole('tabpanel').textContent).toBe('The document');
  });

  it('closes without a choice', async () => {
    render(<Example />);
    scrollRow(false);
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('tabpanel').textContent).toBe('The document');
  });
});
