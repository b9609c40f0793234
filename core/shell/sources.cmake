list(APPEND CORDON_SOURCES
  shell/argv.c shell/arithmetic.c shell/bodies.c shell/braces.c shell/builder.c shell/builtins.c shell/describe.c
  shell/keyword.c shell/lower.c shell/lower_builtin.c shell/lower_process.c shell/lower_survey.c shell/lower_test.c shell/lower_word.c
  shell/order.c shell/pile.c shell/print.c shell/print_word.c shell/read.c shell/read_ansi.c shell/read_case.c
  shell/read_compound.c shell/read_dollar.c shell/read_heredoc.c shell/read_parameter.c
  shell/read_pattern.c shell/read_quoted.c shell/read_redirect.c shell/read_simple.c
  shell/read_substitution.c shell/read_test.c shell/read_word.c shell/scan.c shell/targets.c
  shell/tree.c)
# The reader of Windows command lines:
list(APPEND CORDON_SOURCES
  shell/windows.c shell/windows_cmd.c shell/windows_powershell.c)
