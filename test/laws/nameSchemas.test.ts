import { OpenApiGeneratorV3 } from '@asteasolutions/zod-to-openapi'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { nameSchemas } from '../../platform/nameSchemas.ts'

const Id = z.string().meta({ id: 'TestId', description: 'Id' })
const Base = z.object({ id: Id }).meta({ id: 'TestBase', description: 'Base' })
const Extended = Base.extend({ size: z.int() }).meta({ id: 'TestExtended', extends: Base })

/** The components of a document whose one component of its own has these fields. */
function componentsOf(fields: z.ZodRawShape): unknown {
  const schema = z.object(fields).meta({ id: 'TestWhole' })
  nameSchemas(schema)
  return new OpenApiGeneratorV3([{ type: 'schema', schema }]).generateComponents().components?.schemas
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('a named schema is referred to, also where it is described again, checked or wrapped', () => {
  const fields = {
    plain: Id,
    described: Id.describe('Other'),
    checked: Id.min(1).meta({ example: 'a' }),
    nullable: Id.nullable().describe('Null if none'),
    optional: Id.optional(),
  }
  expect(componentsOf(fields)).toMatchObject({
    TestId: { type: 'string', description: 'Id' },
    TestWhole: {
      properties: {
        plain: reference('TestId'),
        described: { allOf: [reference('TestId'), { description: 'Other' }] },
        checked: { allOf: [reference('TestId'), { example: 'a' }] },
        nullable: { allOf: [reference('TestId'), { nullable: true, description: 'Null if none' }] },
        optional: reference('TestId'),
      },
    },
  })
})

test('an object that extends another refers to it and adds its own fields, with the other’s description', () => {
  expect(componentsOf({ extended: Extended })).toMatchObject({
    TestBase: { properties: { id: reference('TestId') } },
    TestExtended: {
      description: 'Base',
      allOf: [reference('TestBase'), { properties: { size: { type: 'integer' } }, required: ['size'] }],
    },
    TestWhole: { properties: { extended: reference('TestExtended') } },
  })
})
