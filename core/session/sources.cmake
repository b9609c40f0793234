list(APPEND CORDON_SOURCES
  # settings and the audit log
  session/audit.c session/audit_read.c session/lock.c session/roles.c session/settings.c session/settings_check.c
  session/settings_diff.c
  session/settings_file.c session/settings_json.c session/settings_keys.c session/settings_lists.c
  session/settings_parse.c session/settings_store.c session/user_folder.c
  # confined files
  session/files.c session/files_content.c session/files_edit.c session/files_folder.c session/files_glob.c
  session/files_list.c session/files_match.c session/files_path.c session/files_protect.c session/files_read.c
  session/files_resolve.c session/files_search.c session/files_write.c
  # a call, from the request to the result
  session/call.c session/call_audit.c session/call_decide.c session/call_hold.c session/call_message.c session/call_run.c session/judge.c
  session/settings_filter.c
  # many of them: agents, jobs, approvals, grants
  session/agent.c session/approval.c session/approval_view.c session/crew.c session/flow.c session/grants.c session/job.c session/job_view.c
  session/random.c session/ring.c session/session.c session/token.c
  )
