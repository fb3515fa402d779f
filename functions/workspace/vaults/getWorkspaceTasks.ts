import type { WorkspaceHandler } from '../context.ts'
import { answerTo } from './admit.ts'
import { describeApproval, describeTask } from './describeRecords.ts'
import { enter } from './enter.ts'

/** Tasks and approvals of a vault, from the records. Throws what admit throws. */
export const getWorkspaceTasks: WorkspaceHandler<'getWorkspaceTasks'> = async (
  { query: { vault, taskStatus, approvalStatus }, principal },
  context,
) => {
  const [admission, tasks, approvals] = await Promise.all([
    enter(vault, principal, context),
    context.vaults.records.tasks(vault, taskStatus, Math.floor(context.now() / 1000)),
    context.vaults.records.approvals(vault, approvalStatus),
  ])
  return answerTo(admission, context.now(), {
    tasks: tasks.map(describeTask),
    approvals: approvals.map(describeApproval),
  })
}
