import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { project, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
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
  const open = async () => {
    await renderScreen(projectOverview, {
      path: '/projectOverview/:id',
      at: '/projectOverview/P001',
      user: student,
    });
    await settle(() => screen.getByText(project.name));
  };

  it('is embedded at full width and 400 px, with a link to it alone', async () => {
    await open();
    const frame = screen.getByTitle(`Overview document of ${project.name}`);
    expect(['src', 'width', 'height'].map((name) => frame.getAttribute(name))).toEqual([
      '/documents/P001.html',
      '100%',
      '400',
    ]);
    const link = screen.getByRole('link', { name: 'Open the document in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      '/documents/P001.html',
      'noopener noreferrer',
    ]);
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x'])('%j is no document', async (project_url) => {
    api.reply('readProject', [{ ...project, project_url }]);
    await open();
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('heading', { name: 'No overview document yet' })).toBeTruthy();
  });
});
