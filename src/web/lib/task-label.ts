export { taskLabel } from '#contract/task-label';
