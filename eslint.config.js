import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import { docstringLead } from './scripts/lint/docstring-lead.mjs';
import { glossaryWords } from './scripts/lint/glossary-words.mjs';

export default tseslint.config(
  { ignores: ['out/', 'dist/', 'node_modules/', '.cache/', '**/*.cjs', 'scripts/', 'tests/stand-in/*.js'] },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**', 'tests/**'],
    plugins: { house: { rules: { 'glossary-words': glossaryWords, 'docstring-lead': docstringLead } } },
    rules: { 'house/glossary-words': 'error', 'house/docstring-lead': 'error' },
  },
  { files: ['src/renderer/**'], ...reactHooks.configs.flat.recommended },
  {
    files: ['tests/**', '**/*.test.ts', '**/*.test.tsx'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
