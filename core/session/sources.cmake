list(APPEND CORDON_SOURCES
  # settings and the audit log
  # confined files
  # calls, jobs, approvals
  )
