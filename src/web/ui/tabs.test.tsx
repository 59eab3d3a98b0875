import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Tabs, type Tab } from './tabs.tsx';

const tabs: Tab[] = [
  { value: 'document', label: 'Document', panel: <p>The document</p> },
  { value: 'grades', label: 'Grades', panel: <p>The grades</p> },
  { value: 'viva', label: 'Viva', disabledReason: '(not yet)', panel: <p>The viva</p> },
];

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

describe('after a tap', () => {
  /** The page as if scrolled: where the row of tabs would be without sticking. */
  const scrolledTo = (top: number) => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 900));
    return vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  };

  it('the panel begins at the top if the page was scrolled past it', async () => {
    const scrolled = scrolledTo(-400);
    render(<Example />);
    expect(scrolled).not.toHaveBeenCalled();
    await userEvent.click(tab('Grades'));
    expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, -400);
  });

  it('nothing moves where the panel is in view', async () => {
    const scrolled = scrolledTo(120);
    render(<Example />);
    await userEvent.click(tab('Grades'));
    expect(scrolled).not.toHaveBeenCalled();
  });

  it('the chosen tab is in the middle of the row', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(450);
    render(<Example />);
    await userEvent.click(tab('Grades'));
    expect(screen.getByRole('tablist').scrollLeft).toBe(350);
  });
});
