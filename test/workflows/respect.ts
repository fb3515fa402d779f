import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { root } from '../laws/sources.ts'

const Step = z.object({
  stepId: z.string(),
  status: z.enum(['success', 'warn', 'error']),
  request: z.object({ headers: z.record(z.string(), z.unknown()) }),
  response: z.object({
    statusCode: z.int(),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.unknown()),
  }),
})
const Workflow = z.object({
  workflowId: z.string(),
  status: z.enum(['success', 'warn', 'error']),
  executedSteps: z.array(Step),
})
const Report = z.object({ files: z.record(z.string(), z.object({ executedWorkflows: z.array(Workflow) })) })

/** The workflows that ran, of the text of a report. */
export const workflowsIn = (report: string): z.output<typeof Workflow>[] =>
  Object.values(Report.parse(JSON.parse(report)).files).flatMap((file) => file.executedWorkflows)

/** Output and outcome of a run. */
export interface Run {
  readonly code: number | null
  readonly printed: string
  /** Status of each workflow that ran, by its id. */
  readonly statuses: Readonly<Record<string, string>>
  /** The attempts of a workflow's steps, in order. */
  steps(workflowId: string): z.output<typeof Step>[]
  /** The last answer of a step. */
  answer(workflowId: string, stepId: string): z.output<typeof Step>['response']
}

/** The program, as a package of its own. */
export const REDOCLY = path.join(root, 'node_modules/@redocly/cli/bin/cli.js')
export const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } as const

interface Options {
  readonly host: string
  readonly workflows: readonly string[]
  /** Inputs of all these workflows. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Is called with all that was printed, whenever that is more. */
  readonly onPrinted?: (printed: string) => void
}

/** Runs workflows of the document that a host serves, each once and in the document's order, as a program. */
export async function respect({ host, workflows, inputs, onPrinted }: Options): Promise<Run> {
  const directory = await mkdtemp(path.join(tmpdir(), 'respect-'))
  try {
    const document = `${host}/.well-known/arazzo.yaml`
    const file = path.join(directory, 'report.json')
    const of = ['--server', `api=${host}/api`, '--workflow', workflows.join()]
    const child = spawn(
      process.execPath,
      [REDOCLY, 'respect', document, ...of, '--no-secrets-masking', '--json-output', file],
      // Inputs hold credentials, and other users see the arguments of a program.
      { cwd: directory, env: { ...process.env, ...QUIET, REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs) } },
    )
    let printed = ''
    child.stdout.on('data', (part: Buffer) => onPrinted?.((printed += part.toString())))
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
    const report = await readFile(file, 'utf8').catch(() => {
      throw new Error(`respect wrote no report\n${stdout}\n${stderr}`)
    })
    const ran = workflowsIn(report)
    const steps = (workflowId: string) =>
      ran.filter((one) => one.workflowId === workflowId).flatMap((one) => one.executedSteps)
    return {
      code,
      printed: `${stdout}\n${stderr}`,
      statuses: Object.fromEntries(ran.map(({ workflowId, status }) => [workflowId, status])),
      steps,
      answer(workflowId, stepId) {
        const found = steps(workflowId).findLast((one) => one.stepId === stepId)
        if (!found) throw new Error(`${workflowId} did not get to ${stepId}\n${stdout}`)
        return found.response
      },
    }
  } finally {
    await rm(directory, { recursive: true })
  }
}
