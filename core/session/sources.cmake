list(APPEND CORDON_SOURCES
  # settings and the audit log
  session/audit.c session/audit_read.c session/lock.c session/roles.c session/settings.c session/settings_check.c
  session/settings_file.c session/settings_json.c session/settings_keys.c session/settings_lists.c
  session/settings_parse.c session/settings_store.c session/user_folder.c
  # confined files
  # calls, jobs, approvals
  )
