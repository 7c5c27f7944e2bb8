import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/linear-engine.ts'],
    pool: 'threads',
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.cache/vitest.json' }]] : ['default'],
    testTimeout: 20_000,
  },
});
