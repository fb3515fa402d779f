import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the SQL of a change to the tables beside the earlier migrations. */
export default defineConfig({
  dialect: 'sqlite',
  driver: 'd1-http',
  schema: './drizzle/*.ts',
  out: './drizzle/migrations',
})
