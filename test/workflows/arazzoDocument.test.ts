import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument } from '../../platform/openapi.ts'
import { localDeployment, deploymentOf } from '../../platform/deployments.ts'
import { arazzoDocument } from '../../platform/site/arazzo/arazzoDocument.ts'
import type { StepDraft } from '../../platform/site/arazzo/drafts.ts'
import { workflowOf } from '../../platform/site/arazzo/workflowOf.ts'
import { toYaml } from '../../platform/site/toYaml.ts'
import { ENVIRONMENTS } from '../../platform/workers.ts'
import type { Json } from '../../platform/json.ts'
import { at, records } from '../laws/json.ts'
import { QUIET, REDOCLY } from './respect.ts'

const contract: Json = JSON.parse(openApiDocument())
const document = arazzoDocument(contract, localDeployment())
const steps = Object.values(records(document['workflows'])).flatMap((one) => Object.values(records(at(one, 'steps'))))

describe('the Arazzo document', () => {
  test('is 1.0.1 by the rules of a linter, at a localnet and where it is deployed', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'arazzo-'))
    const files = [localDeployment(), ...Object.values(ENVIRONMENTS).map(deploymentOf)].map((deployment, i) => {
      const file = path.join(directory, `${i}.yaml`)
      writeFileSync(file, toYaml(arazzoDocument(contract, deployment)))
      return file
    })
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [REDOCLY, 'lint', ...files, '--extends=spec', '--format=json'],
      { cwd: directory, encoding: 'utf8', env: { ...process.env, ...QUIET } },
    )
    rmSync(directory, { recursive: true })
    // One report for each file.
    expect([status, stdout.match(/"problems": \[\]/g)?.length], `${stdout}${stderr}`).toEqual([0, files.length])
  })

  test('says the same as YAML', () => {
    expect(parse(toYaml(document))).toEqual(document)
  })

  test('names the OpenAPI document of the host that serves it', () => {
    expect(document['sourceDescriptions']).toEqual([{ name: 'api', type: 'openapi', url: '../openapi.json' }])
    for (const environment of Object.values(ENVIRONMENTS)) {
      const { BASE_URL } = environment.variables
      const [source] = Object.values(records(arazzoDocument(contract, deploymentOf(environment))['sourceDescriptions']))
      expect(source).toMatchObject({ url: `${new URL(BASE_URL).origin}/openapi.json`, 'x-serverUrl': BASE_URL })
    }
  })

  test('says of every step when it succeeds, and repeats what is limited or busy after a pause', () => {
    expect(steps.length).toBeGreaterThan(10)
    for (const step of steps) {
      expect(at(step, 'successCriteria', '0', 'condition')).toMatch(/^\$statusCode == (200|402)$/)
      expect(at(step, 'onFailure', '0', 'reference')).toBe('$components.failureActions.retryLater')
    }
    expect(at(document, 'components', 'failureActions', 'retryLater')).toMatchObject({
      type: 'retry',
      retryAfter: 5,
      criteria: [{ condition: '$statusCode == 429 || $statusCode == 503' }, { type: 'regex' }],
    })
  })

  test('keeps what authorizes out of logs: such inputs are passwords', () => {
    const inputs = Object.values(records(document['workflows'])).flatMap((one) =>
      Object.entries(records(at(one, 'inputs', 'properties'))),
    )
    const secret = inputs.filter(([, schema]) => at(schema, 'format') === 'password').map(([name]) => name)
    expect([...new Set(secret)].toSorted()).toEqual(['paymentSignature', 'signature', 'token'])
  })
})

const STEP: StepDraft = {
  stepId: 'build',
  description: 'Build a lock.',
  operationId: 'buildVetokenLock',
  token: '$inputs.token',
  body: { amount: '$inputs.amount', durationSec: '31536000' },
  expects: { '/simulation/status': 'ok' },
  outputs: { calls: '/calls' },
}
const made = (...changed: readonly Partial<StepDraft>[]) =>
  workflowOf(contract, {
    workflowId: 'lock',
    summary: 'Lock',
    description: 'Lock.',
    steps: changed.map((change) => ({ ...STEP, ...change })),
  })

describe('a workflow', () => {
  test('has the inputs that its steps name, with the schemas of the contract', () => {
    expect(made({})['inputs']).toMatchObject({
      properties: {
        token: { format: 'password' },
        amount: { type: 'string', description: expect.stringContaining('Share tokens') },
      },
      required: ['token', 'amount'],
    })
  })

  test.each<[part: string, change: Partial<StepDraft>, error: RegExp]>([
    ['operation', { operationId: 'buildVetokenLok' }, /buildVetokenLok: the contract has no such operation/],
    ['parameter', { parameters: { minBlok: '1' } }, /no parameter minBlok/],
    ['body field', { body: { ...STEP.body, amountDezimal: '1' } }, /no body field amountDezimal/],
    ['required body field', { body: { amount: '1' } }, /the body needs durationSec/],
    ['choice of body fields', { body: { durationSec: '1' } }, /exactly one of its choices/],
    ['choice of body fields, twice', { body: { ...STEP.body, amountDecimal: '1' } }, /exactly one of its choices/],
    ['required parameter', { operationId: 'endAuthSession', body: {} }, /the parameter id has no value/],
    ['status', { status: 402 }, /no answer with status 402/],
    ['expected field', { expects: { '/simulation/state': 'ok' } }, /no answer field \/simulation\/state/],
    ['output', { outputs: { calls: '/data/calls' } }, /no answer field \/data\/calls/],
    ['header', { outputs: { paid: 'PAYMENT-RESPONSE' } }, /no header PAYMENT-RESPONSE/],
    ['credential', { operationId: 'getVetokenUser', body: {} }, /no bearer credential/],
    ['output of a step', { token: '$steps.sign.outputs.token' }, /not an output of an earlier step/],
  ])('is not made where the contract lacks its part: %s', (_, change, error) => {
    expect(() => made(change)).toThrow(error)
  })

  test('has each output once', () => {
    expect(() => made({}, { stepId: 'again' })).toThrow('lock, step again: two steps have the output calls')
  })
})
