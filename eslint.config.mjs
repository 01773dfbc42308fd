// Rules for the scripts of the pages: what is almost always a slip.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/htmx/**", ".venv/**", "docs/**"] },
  js.configs.recommended,
  {
    files: ["src/**/*.js"],
    languageOptions: { ecmaVersion: "latest", sourceType: "module", globals: globals.browser },
    rules: { "no-unused-vars": ["error", { argsIgnorePattern: "^_" }], "prefer-const": "error", eqeqeq: "error", "no-var": "error" },
  },
  { files: ["**/club_worker.js"], languageOptions: { globals: globals.serviceworker } },
];
