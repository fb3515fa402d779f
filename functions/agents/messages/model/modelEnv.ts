import type * as z from 'zod'
import { lenient, optional, withDefault } from '../../../../shared/env/declare.ts'
import { matching, oneOf, safeUrl, text } from '../../../../shared/env/formats.ts'

/** The language model behind the assistant. A mistake closes the routes that need it, and no others. */
export const modelVariables = {
  MODEL_URL: lenient(safeUrl, {
    provider: 'languageModel',
    meaning:
      'base URL of a chat-completions API with streaming and tool calls, for example `https://api.openai.com/v1`',
  }),
  MODEL_NAME: lenient(matching('1 to 128 of the characters A-Z a-z 0-9 . _ : / @ -', /^[\w.:/@-]{1,128}$/), {
    provider: 'languageModel',
    meaning: 'model of that API; answers show its name to callers',
  }),
  MODEL_API_KEY: optional(text, {
    provider: 'languageModel',
    meaning: 'key of the language model’s API',
    secret: true,
  }),
  MODEL_LENGTH_FIELD: withDefault(oneOf(['max_completion_tokens', 'max_tokens']), 'max_completion_tokens', {
    meaning: 'field that limits the length of an answer; older servers know only `max_tokens`',
  }),
}

export type ModelEnv = z.output<z.ZodObject<typeof modelVariables>>
