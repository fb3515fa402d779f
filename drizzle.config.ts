import { defineConfig } from 'drizzle-kit'

/**
 * `npx drizzle-kit generate` writes the SQL of a change to the tables beside the earlier migrations. It reads the newest
 * snapshot alone, so the one before it is deleted in the same change.
 */
export default defineConfig({
  dialect: 'sqlite',
  driver: 'd1-http',
  schema: './drizzle/*.ts',
  out: './drizzle/migrations',
})
