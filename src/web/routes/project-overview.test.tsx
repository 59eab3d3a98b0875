import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { project, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as projectOverview from './project-overview.tsx';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  answerStudent(api);
});

describe('the overview document', () => {
  const open = async (search = '') => {
    const view = await renderScreen(projectOverview, {
      path: '/projectOverview/:id',
      at: `/projectOverview/P001${search}`,
      user: student,
    });
    await settle(() => screen.getByText(project.name));
    return view;
  };
  const frame = () => screen.getByTitle<HTMLIFrameElement>(`Overview document of ${project.name}`);
  /** What the frame holds: a document of this height, or null for one of another host. */
  const frameHolds = (scrollHeight: number | null) =>
    Object.defineProperty(frame(), 'contentDocument', {
      configurable: true,
      value: scrollHeight === null ? null : { documentElement: { scrollHeight } },
    });

  it('is embedded at full width and 400 px, with a link to it alone', async () => {
    await open();
    expect(['src', 'width', 'height', 'style'].map((name) => frame().getAttribute(name))).toEqual([
      '/documents/P001.html',
      '100%',
      '400',
      null,
    ]);
    const link = screen.getByRole('link', { name: 'Open in a new tab' });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      '/documents/P001.html',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('grows to the whole document and back, without being loaded again', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { router } = await open();
    const before = frame();
    frameHolds(2300);
    press('Show full document');
    expect(frame().style.height).toBe('2300px');
    // A narrower window makes longer lines of it.
    frameHolds(3100);
    fireEvent(window, new Event('resize'));
    expect(frame().style.height).toBe('3100px');
    press('Show less');
    expect(frame().style.height).toBe('');
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
    expect(frame()).toBe(before);
    expect(router.state.location.search).toBe('');
  });

  it.each([
    ['of another host', null],
    ['in a viewer that fills its frame', 400],
  ])('a document %s cannot be measured: it fills the window', async (_, height) => {
    await open();
    frameHolds(height);
    press('Show full document');
    expect(frame().style.height).toBe('');
    expect(document.getElementById('overview-document')?.className).toContain('full');
  });

  it('before its script the address asks for the full height', async () => {
    await open();
    const asks = screen.getByRole<HTMLButtonElement>('button', { name: 'Show full document' });
    expect([asks.form?.method, asks.name, asks.value]).toEqual(['get', 'document', 'full']);
  });

  it('asked for by the address it is at full height, also once the document has come', async () => {
    await open('?document=full');
    expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy();
    frameHolds(2300);
    fireEvent.load(frame());
    expect(frame().style.height).toBe('2300px');
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x'])('%j is no document', async (project_url) => {
    api.reply('readProject', [{ ...project, project_url }]);
    await open();
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('heading', { name: 'No overview document yet' })).toBeTruthy();
  });
});
